import type { ShouldRevalidateFunctionArgs } from 'react-router'

/**
 * A route's `shouldRevalidate`: asks for the page again after a refusal, too. What was refused because somebody else
 * was faster would else stand beside what it was before they were.
 */
export function afterRefusal({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return defaultShouldRevalidate || formMethod === 'POST'
}
