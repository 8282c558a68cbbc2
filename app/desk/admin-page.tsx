import type { ReactNode } from 'react'
import { Form } from 'react-router'
import type { Confirmation } from '#app/desk/confirmation.tsx'
import { ConfirmableMessage } from '#app/frame/confirmable-message.tsx'
import { usePageHandle } from '#app/frame/page-head.tsx'
import { Banner } from '#app/kit/banner.tsx'
import { Button, ButtonLink } from '#app/kit/button.tsx'
import type { FormValues, Problems } from '#app/kit/form-fields.ts'
import { Table, type TableProps } from '#app/kit/table.tsx'
import { useAnswerFocus } from '#app/kit/work/answer-focus.ts'

/** One tab of the dashboard: heading bar and body. */
export function AdminPage(props: {
  /** The heading and the window's title. Default: the title of the route's handle, or the label of its tab. */
  title?: string
  /** The second part of the window's title: 'Orders - Admin Dashboard'. Default: the dashboard's name. */
  frame?: string
  /** A link to the parent page. It is the first button at the right of the heading. */
  back?: { to: string; label: string }
  /** Buttons at the right of the heading. */
  actions?: ReactNode
  children: ReactNode
}) {
  const { title: pageTitle, frame = 'Admin Dashboard', back, actions, children } = props
  const { title: handleTitle, tab } = usePageHandle()
  const title = pageTitle ?? handleTitle ?? tab?.label ?? ''
  return (
    <>
      <title>{title === 'Overview' ? 'Admin Dashboard' : `${title} - ${frame}`}</title>
      <header className="admin-bar">
        <h1>{title}</h1>
        {(back || actions) && (
          <div className="admin-actions">
            {back && (
              <ButtonLink to={back.to} look="line" icon="arrow-left">
                {back.label}
              </ButtonLink>
            )}
            {actions}
          </div>
        )}
      </header>
      <div className="admin-body">{children}</div>
    </>
  )
}

type AdminSectionProps = { id?: string; title: string; aside?: ReactNode; children: ReactNode }

export function AdminSection({ id, title, aside, children }: AdminSectionProps) {
  return (
    <section id={id} className="admin-section">
      <div className="admin-section-head">
        <h2>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  )
}

export function AdminTable<Row>(table: TableProps<Row>) {
  return <Table dense {...table} />
}

export function TableSection<Row>({ title, ...table }: TableProps<Row> & { title: string }) {
  return (
    <AdminSection title={title}>
      <AdminTable {...table} />
    </AdminSection>
  )
}

/** The result of a dashboard form. An invalid form has a message, or problems by field. */
export type AdminAnswer = {
  ok: boolean
  message: string | null
  problems?: Problems
  values?: FormValues
  /** The confirmation that the form still needs. */
  confirmation?: Confirmation
}

/** Shows the message of the last form's result, or its first problem. Nothing while a confirmation is needed. */
export function StatusNotice({ answer }: { answer: AdminAnswer | undefined }) {
  useAnswerFocus(answer && !answer.ok ? answer : null)
  if (!answer || answer.confirmation) return null
  return (
    <div data-answer tabIndex={-1}>
      <Banner tone={answer.ok ? 'positive' : 'danger'} className="mb-4">
        <ConfirmableMessage message={answer.message ?? Object.values(answer.problems ?? {})[0]} />
      </Banner>
    </div>
  )
}

type UndoBannerProps = { text: string; action: string; fields: Record<string, string> }

/** Reports a deletion. Its button posts the fields that undo the deletion. */
export function UndoBanner({ text, action, fields }: UndoBannerProps) {
  return (
    <Banner tone="positive" className="mb-4">
      <Form method="post" action={action} className="flex flex-wrap items-center gap-3">
        <span>{text}</span>
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button look="line" size="sm">
          Undo
        </Button>
      </Form>
    </Banner>
  )
}
