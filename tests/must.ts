/** Returns the value of a use case's result. Throws if the use case refused. */
export function must<Value>(result: { ok: true; value: Value } | { ok: false; reason: string }): Value {
  if (!result.ok) throw new Error(`refused: ${result.reason}`)
  return result.value
}
