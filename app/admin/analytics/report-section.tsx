import type { ReactNode } from 'react'
import { AdminSection } from '#app/admin/kit/admin-page.tsx'
import { Definition } from '#app/admin/kit/definition.tsx'
import { DASHBOARD } from '#app/admin/tabs.ts'
import { VisuallyHidden } from '#app/kit/text.tsx'
import type { Period } from '#shop/analytics/period.ts'

export const ANALYTICS = `${DASHBOARD}/analytics`

export type ReportSectionProps = {
  id?: string
  title: string
  definition: string
  /** The file with its rows: its name and the period. Left out where there is none. */
  csv?: { report: string; period: Period }
  aside?: ReactNode
  children: ReactNode
}

/** A part of the page: heading, how it is counted, and its rows as a file. */
export function ReportSection({ id, title, definition, csv, aside, children }: ReportSectionProps) {
  const links = (
    <>
      {aside}
      <Definition term={title}>{definition}</Definition>
      {csv && (
        <a className="link" href={`${ANALYTICS}/csv/${csv.report}?period=${csv.period}`} download>
          CSV<VisuallyHidden> of {title}</VisuallyHidden>
        </a>
      )}
    </>
  )
  return (
    <AdminSection {...(id && { id })} title={title} aside={links}>
      {children}
    </AdminSection>
  )
}
