#!/usr/bin/env python3
"""Parses the manifests of an exported library and looks for what they name. usage: manifests.py LIBRARY NAME"""
import json, pathlib, re, sys, xml.etree.ElementTree

import yaml

library, name = pathlib.Path(sys.argv[1]), sys.argv[2]


def check(holds, text):
    if not holds:
        sys.exit(f"FAILED: {text}")


compiled = {str(p.relative_to(library)) for p in (library / "src").rglob("*") if p.suffix in (".c", ".cpp", ".S")}
check(len(compiled) > 20, "the library has hardly any sources")

platformio = json.loads((library / "library.json").read_text())
check(platformio["name"] == name and (library / platformio["build"]["srcDir"] / platformio["headers"]).exists(), "library.json")
check("-ffp-contract=off" in platformio["build"]["flags"].split(), "library.json lacks the flag for exact arithmetic")

arduino = dict(line.split("=", 1) for line in (library / "library.properties").read_text().splitlines())
for key in ("name", "version", "author", "maintainer", "sentence", "paragraph", "category", "url", "architectures", "includes"):
    check(key in arduino, f"library.properties lacks {key}")
check(arduino["name"] == name and re.fullmatch(r"\d+\.\d+\.\d+", arduino["version"]) and (library / "src" / arduino["includes"]).exists(), "library.properties")

component = yaml.safe_load((library / "idf_component.yml").read_text())
check(re.fullmatch(r"\d+\.\d+\.\d+", component["version"]) and component["dependencies"]["idf"] == ">=4.4", "idf_component.yml")
module = yaml.safe_load((library / "zephyr/module.yml").read_text())
check(module["name"] == name and (library / module["build"]["cmake"] / "CMakeLists.txt").exists(), "zephyr/module.yml")
options = re.findall(r"^config (\w+)\n\tbool \".+\"\n", (library / module["build"]["kconfig"]).read_text(), re.M)
check(options == [f"MOTE_{name.upper()}"], "zephyr/Kconfig")
check(f"CONFIG_{options[0]}" in (library / "zephyr/CMakeLists.txt").read_text(), "zephyr/CMakeLists.txt asks for another option")

pack = xml.etree.ElementTree.parse(next(library.glob("*.pdsc"))).getroot()
check(pack.tag == "package" and [e.tag for e in pack] == ["vendor", "name", "description", "url", "license", "releases", "components"], ".pdsc")
check(f"{pack.findtext('vendor')}.{pack.findtext('name')}.pdsc" == next(library.glob("*.pdsc")).name, "the .pdsc file's name")
files = {e.get("category"): set() for e in pack.iter("file")}
for e in pack.iter("file"):
    check((library / e.get("name")).exists(), f".pdsc names {e.get('name')}")
    files[e.get("category")].add(e.get("name"))
check(files["source"] == compiled and files["header"] == {f"src/{name}.h"} and files["include"] == {"src/"}, "the .pdsc's files are not the sources")
for script, before in (("CMakeLists.txt", ""), ("zephyr/CMakeLists.txt", "../")):
    named = set(re.findall(r"^ +(\S+\.(?:c|cpp|S))$", (library / script).read_text(), re.M))
    check(named == {before + path for path in compiled}, f"{script} does not name the sources")
print(f"manifests: {len(compiled)} sources in each")
