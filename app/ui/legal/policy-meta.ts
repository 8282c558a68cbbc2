import type { MetaDescriptor } from 'react-router'
import type { PolicyFacts } from '#app/ui/legal/policy-facts.ts'
import { storyMeta } from '#app/ui/stories/story-meta.ts'
import type { Policy } from '#content/policies/policy.ts'

/** The head of a legal page; without data (the page broke) only its title. */
export function policyMeta(
  { title, summary }: Policy,
  path: string,
  data: { origin: string; facts: PolicyFacts } | undefined,
): MetaDescriptor[] {
  if (!data) return [{ title }]
  const { origin, facts } = data
  return storyMeta({ brand: facts.brand, origin, path, title, description: summary, drawing: 'mark' })
}
