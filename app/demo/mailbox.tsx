import { data, Form } from 'react-router'
import { MailList, OpenMail } from '#app/demo/mails.tsx'
import { withQuery } from '#app/frame/return-to.ts'
import { Button } from '#app/kit/button.tsx'
import { TextField } from '#app/kit/fields.tsx'
import { Link } from '#app/kit/link.tsx'
import { requestContext } from '#app/request/context.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import type { Route } from './+types/mailbox.ts'

export const handle: PageHandle = {
  title: 'Demo mailbox',
  search: 'noindex',
  access: { get: 200 },
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the database refuses some of them
const CONTROL = /[\u0000-\u001f\u007f]/g

/** Shows the emails of demo mode, which are not sent. Outside demo mode the page does not exist. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, mailbox } = context.get(requestContext)
  if (!mailbox) throw data(null, { status: 404 })
  const params = new URL(request.url).searchParams
  const filter = params.get('to')?.replace(CONTROL, '').trim() ?? ''
  const mails = await mailbox.list(filter || null)
  const open = mails.find(({ id }) => String(id) === params.get('mail')) ?? null
  const heads = mails.map(({ id, to, subject, sentAt }) => ({ id, to, subject, sentAt }))
  return { filter, mails: heads, open, origin: ctx.config.origin }
}

export default function Mailbox({ loaderData: { filter, mails, open, origin } }: Route.ComponentProps) {
  return (
    <div className="wrap grid gap-8 pt-8 pb-section">
      <div>
        <h1 className="display text-3xl">Demo mailbox</h1>
        <p className="mt-3 max-w-read text-ink-soft">
          In demo mode no email leaves this machine. Here is what would have been sent, newest first.
        </p>
      </div>
      <Form action="/demo/mailbox" className="flex max-w-form flex-wrap items-end gap-3">
        <TextField
          label="Only emails to"
          name="to"
          type="email"
          defaultValue={filter}
          fieldClassName="min-w-0 grow"
        />
        <Button look="line">Show</Button>
      </Form>
      <div className="grid items-start gap-x-16 gap-y-10 md:grid-cols-[5fr_7fr]">
        {mails.length > 0 ? (
          <MailList mails={mails} openId={open?.id ?? null} filter={filter} />
        ) : (
          <p className="text-lg">No emails yet{filter && ` to ${filter}`}.</p>
        )}
        {open && (
          <div>
            <Link
              to={withQuery('/demo/mailbox', { to: filter || null })}
              className="link mb-6 inline-block md:hidden"
            >
              All emails
            </Link>
            <OpenMail mail={open} origin={origin} />
          </div>
        )}
      </div>
    </div>
  )
}
