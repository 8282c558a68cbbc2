/** The value of a use case that must succeed here. */
export function must<Value>(result: { ok: true; value: Value } | { ok: false; reason: string }): Value {
  if (!result.ok) throw new Error(`refused: ${result.reason}`)
  return result.value
}
