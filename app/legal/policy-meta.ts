import type { MetaDescriptor } from 'react-router'
import { pageMeta, type Site } from '#app/seo/page-meta.ts'
import { pagePicture } from '#app/seo/share-picture.ts'
import type { Policy } from '#content/policies/policy.ts'

/** The head of a legal page. */
export function policyMeta({ title, summary }: Policy, path: string, site: Site): MetaDescriptor[] {
  return pageMeta({ ...site, path, title, description: summary, image: pagePicture('shop') })
}
