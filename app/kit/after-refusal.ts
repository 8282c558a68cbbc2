import type { ShouldRevalidateFunctionArgs } from 'react-router'

/**
 * A route's `shouldRevalidate` that reloads after a refusal too, so that the page does not show outdated
 * data.
 */
export function afterRefusal({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return defaultShouldRevalidate || formMethod === 'POST'
}
