import type { ReactNode } from 'react'
import { daysBeforeName, periodPath } from '#app/admin/analytics/report-section.tsx'
import { AdminPage } from '#app/desk/admin-page.tsx'
import { ExportLink } from '#app/desk/export-link.tsx'
import { ButtonLink } from '#app/kit/button.tsx'
import { type Period, spanName } from '#shop/analytics/period.ts'

type RowsPageProps = {
  title: string
  period: Period
  /** A description of the rows and their total. */
  intro: ReactNode
  /** The rows as a file. */
  csv: string
  /** The rows name the days before. */
  isCompared?: boolean
  children: ReactNode
}

/** The rows behind a figure, with the way back to it. */
export function RowsPage({ title, period, intro, csv, isCompared = false, children }: RowsPageProps) {
  return (
    <AdminPage
      title={title}
      actions={
        <>
          <ExportLink to={csv} />
          <ButtonLink to={periodPath(period)} look="line" icon="arrow-left">
            Analytics
          </ButtonLink>
        </>
      }
    >
      <p className="mb-2">
        <b>{spanName(period.current)}</b>
        {isCompared && `, compared with ${daysBeforeName(period)}`}. Days and times are Indian Standard Time.
      </p>
      <p className="mb-4 max-w-read text-ink-soft">{intro}</p>
      {children}
    </AdminPage>
  )
}

/** The link to the next rows of a list without page numbers. */
export function NextLink({ to }: { to: string | null }) {
  if (!to) return null
  return (
    <p className="mt-4">
      <ButtonLink to={to} look="line" iconEnd="chevron-right">
        Next
      </ButtonLink>
    </p>
  )
}
