/**
 * An expected refusal, returned as a value. `reason` is the machine code; further fields explain it. Bugs throw,
 * refusals never do.
 */
export type Refusal<Reason extends string = string, Detail = unknown> = { ok: false; reason: Reason } & Detail

export type Ok<Value> = { ok: true; value: Value }

export type Result<Value, No extends Refusal = Refusal> = Ok<Value> | No

export function ok<Value>(value: Value): Ok<Value> {
  return { ok: true, value }
}

export function err<Reason extends string>(reason: Reason): { ok: false; reason: Reason } {
  return { ok: false, reason }
}
