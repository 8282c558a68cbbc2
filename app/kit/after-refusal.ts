import type { ShouldRevalidateFunctionArgs } from 'react-router'

/** A route's `shouldRevalidate` that also reloads after a refusal, whose cause may be outdated data. */
export function afterRefusal({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return defaultShouldRevalidate || formMethod === 'POST'
}
