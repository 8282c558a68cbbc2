import type { ShouldRevalidateFunctionArgs } from 'react-router'

/** Use as a route's `shouldRevalidate`. Also reloads after a refusal, because outdated data may be the cause. */
export function afterRefusal({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return defaultShouldRevalidate || formMethod === 'POST'
}
