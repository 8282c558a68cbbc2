import type { ShouldRevalidateFunctionArgs } from 'react-router'

/** A route's `shouldRevalidate` that also reloads after a refusal, since outdated data may be the cause. */
export function afterRefusal({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return defaultShouldRevalidate || formMethod === 'POST'
}
