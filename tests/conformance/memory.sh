#!/usr/bin/env bash
# Memory plans of the models: peak at most 1.05 × the live-set bound that the audit recomputes from the bytes, scratch at most 10 % of the arena or
# 64 KiB for each of the target's workers, and the arena limits for microcontrollers. Prints a row a model. environment: MOTE, MOTE_SOURCE, MOTE_SHARED
set -euo pipefail
shared=${MOTE_SHARED:-$MOTE_SOURCE/../shared}
[ -d "$shared/models" ] || { echo "skipped: $shared/models is not there"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
: >"$work/facts"
for model in digits_cnn kws_f32 vww_f32 ic_f32 ad_f32 mobilenet_v2_f32 gpt_prefill gru_sensor image_pipeline gpt_decode; do
  for target in linux vulkan cortex-m4; do
    case "$model $target" in "gru_sensor vulkan" | "gpt_decode vulkan") continue ;; esac
    "$MOTE" compile "$shared/models/$model/model.mlir" --quiet --strip --target $target -o "$work/one.mote"
    printf '%s\t%s\t' "$model" "$(stat -c %s "$work/one.mote")" >>"$work/facts"
    "$MOTE" verify --json "$work/one.mote" >>"$work/facts"
  done
done
python3 - "$work/facts" <<'PY'
import json, sys
LIMITS = {"kws_f32": 67200, "vww_f32": 232243, "ic_f32": 206438, "ad_f32": 3226}   # bytes for cortex-m4, scratch apart
WORKERS = {"linux": 4}   # of TargetFacts: long steps plan a share of scratch for each
bad = 0
for line in open(sys.argv[1]):
    model, size, text = line.rstrip("\n").split("\t")
    answer = json.loads(text)
    for v in answer["variants"]:
        problems = list(answer["problems"])
        arena, scratch, peak, bound = v["arena_bytes"], v["scratch_bytes"], v["peak_bytes"], v["live_bound_bytes"]
        if peak > 1.05 * bound: problems.append("peak above 1.05 x the live-set bound")
        if scratch > max(0.1 * arena, 65536 * WORKERS.get(v["target"], 1)): problems.append("too much scratch")
        if v["target"] == "cortex-m4":
            if peak > LIMITS.get(model, peak): problems.append(f"peak above {LIMITS[model]}")
            if model == "digits_cnn" and arena > 14 * 1024: problems.append("arena above 14 KiB")
            if model == "digits_cnn" and int(size) > 88300: problems.append("program above 88300 bytes")
        print(f"{model:18} {v['target']:10} program {size:>9}  arena {arena:>9}  scratch {scratch:>6}  peak {peak:>9}  bound {bound:>9}  {peak / max(bound, 1):.3f}", *problems, sep="  ")
        bad += bool(problems)
sys.exit(1 if bad else 0)
PY
