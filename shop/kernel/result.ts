/** An expected refusal, returned as a value. Bugs throw, refusals never do. */
export type Refusal<Reason extends string = string, Detail = unknown> = { ok: false; reason: Reason } & Detail

export type Ok<Value> = { ok: true; value: Value }

export type Result<Value, Failure extends Refusal = Refusal> = Ok<Value> | Failure

export type RefusalOf<UseCase extends (...args: never) => unknown> = Extract<
  Awaited<ReturnType<UseCase>>,
  Refusal
>

export function ok<Value>(value: Value): Ok<Value> {
  return { ok: true, value }
}

export function err<Reason extends string>(reason: Reason): { ok: false; reason: Reason }
export function err<Reason extends string, Detail extends object>(
  reason: Reason,
  detail: Detail,
): { ok: false; reason: Reason } & Detail
export function err(reason: string, detail = {}) {
  return { ok: false, reason, ...detail }
}

/** Returns the result of `work`, or undefined if it throws. */
export function attempt<Value>(work: () => Value): Value | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
