import type { ShouldRevalidateFunctionArgs } from 'react-router'

/** A route's `shouldRevalidate` that reloads after a refusal too, because outdated data may be the cause. */
export function afterRefusal({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return defaultShouldRevalidate || formMethod === 'POST'
}
