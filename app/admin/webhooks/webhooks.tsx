import { data, Form, redirect } from 'react-router'
import { z } from 'zod'
import {
  type AdminAnswer,
  AdminPage,
  AdminSection,
  AdminTable,
  StatusNotice,
  TableSection,
} from '#app/desk/admin-page.tsx'
import { ConfirmDialog } from '#app/desk/confirm-dialog.tsx'
import { FilterBar } from '#app/desk/filter-bar.tsx'
import { listPaths, NumberedPager } from '#app/desk/pager.tsx'
import { WEBHOOKS } from '#app/desk/paths.ts'
import { Banner } from '#app/kit/banner.tsx'
import { Button, ButtonLink } from '#app/kit/button.tsx'
import { Checkbox } from '#app/kit/checkbox.tsx'
import { type Column, column } from '#app/kit/column.ts'
import { TextField } from '#app/kit/fields.tsx'
import { fieldsOf, problemsIn, typedValues } from '#app/kit/form-fields.ts'
import { moreIcons } from '#app/kit/more-icons.ts'
import { Badge } from '#app/kit/status.tsx'
import { PostButton } from '#app/kit/submit-button.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { EmptyList } from '#app/kit/work/empty-list.tsx'
import { doneNotice, formOf, invalid, refusedBy } from '#app/request/form.server.ts'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { readSearch, valueIn } from '#shop/kernel/filters.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'
import { eventTitle, WEBHOOK_KINDS } from '#shop/webhooks/event.ts'
import {
  addEndpoint,
  changeEndpoint,
  changeSecret,
  endpointInput,
  removeEndpoint,
  resendDelivery,
  sendTestEvent,
  switchEndpoint,
} from '#shop/webhooks/manage-endpoints.ts'
import { DELIVERY_DAYS, DELIVERY_FILTERS, DELIVERY_STATES, deliveryState } from '#shop/webhooks/webhook.ts'
import {
  type ListedDelivery,
  type ListedEndpoint,
  listDeliveries,
  listEndpoints,
} from '#shop/webhooks/webhooks.read.ts'
import type { Route } from './+types/webhooks.ts'

export const handle: PageHandle = {
  guard: 'webhooks',
  tab: { label: 'Webhooks', icon: moreIcons.externalLink, group: 'Shop' },
  access: { get: 200, post: 422 },
}

const PER_PAGE = 30

const DONE = {
  change: 'Endpoint changed',
  on: 'Switched on. Waiting messages are sent at their next try.',
  off: 'Switched off. New events are not recorded for it.',
  remove: 'Endpoint removed',
  test: 'Test event queued. Reload the page to see the answer.',
  resend: 'The message is sent within seconds. Reload the page to see the answer.',
}

const QUESTIONS = {
  remove: {
    title: 'Remove this endpoint?',
    text: 'It gets no more events, and its messages are deleted. This can’t be undone.',
    confirm: 'Remove endpoint',
  },
  secret: {
    title: 'Change the secret?',
    text: 'The receiver refuses messages until it has the new one. Refused messages are sent again.',
    confirm: 'Change secret',
  },
} as const

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(staffContext)
  const params = new URL(request.url).searchParams
  const search = readSearch(DELIVERY_FILTERS, params)
  const [endpoints, list] = await Promise.all([listEndpoints(db), listDeliveries(db, search, PER_PAGE)])
  const intent = valueIn(['remove', 'secret'], params.get('ask') ?? '')
  const edited = endpoints.find(({ id }) => id === params.get('edit')) ?? null
  const dialog = intent && { intent, id: params.get('id') ?? '' }
  return { search, endpoints, ...list, edited, dialog, done: doneNotice(request, DONE) }
}

const forms = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('add'), ...endpointInput.shape }),
  z.object({ intent: z.literal('change'), id: z.uuid(), ...endpointInput.shape }),
  z.object({ intent: z.enum(['secret', 'on', 'off', 'remove', 'test', 'resend']), id: z.uuid() }),
])

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(staffContext)
  const form = await formOf(request)
  const fields = forms.safeParse({ ...Object.fromEntries(form), kinds: form.getAll('kinds') })
  if (!fields.success)
    return invalid({ problems: problemsIn(fields.error.issues), values: typedValues(form) })
  if (fields.data.intent === 'add' || fields.data.intent === 'secret') {
    const { intent, ...input } = fields.data
    const changed = 'id' in input ? await changeSecret(ctx, input.id) : await addEndpoint(ctx, input)
    if (!changed.ok) return refusedBy(changed, form)
    const message = intent === 'add' ? 'Endpoint added' : 'Secret changed'
    return data({ ok: true, message, secret: changed.value.secret })
  }
  const { intent, id } = fields.data
  const run = {
    on: () => switchEndpoint(ctx, { id, isActive: true }),
    off: () => switchEndpoint(ctx, { id, isActive: false }),
    remove: () => removeEndpoint(ctx, id),
    test: () => sendTestEvent(ctx, id),
    resend: () => resendDelivery(ctx, id),
  }
  const done = await (fields.data.intent === 'change'
    ? changeEndpoint(ctx, fields.data)
    : run[fields.data.intent]())
  return done.ok ? redirect(`${WEBHOOKS}?done=${intent}`, 303) : refusedBy(done, form)
}

export default function Webhooks({ loaderData, actionData }: Route.ComponentProps) {
  const { search, endpoints, deliveries, hasMore, edited, dialog, done } = loaderData
  const options = endpoints.map(({ id, url }) => ({ value: id, label: url }))
  const answer: (AdminAnswer & { secret?: string }) | undefined = actionData
  return (
    <AdminPage>
      <StatusNotice answer={answer ?? done} />
      {edited && <EndpointForm key={edited.id} edited={edited} answer={answer} />}
      {answer?.secret && (
        <Banner tone="warning" title="Copy the secret now: it’s not shown again." className="mb-4">
          The receiver checks each message with it (Standard Webhooks):{' '}
          <code className="font-semibold wrap-anywhere select-all">{answer.secret}</code>
        </Banner>
      )}
      <TableSection
        title="Endpoints"
        caption="Endpoints"
        columns={ENDPOINT_COLUMNS}
        rows={endpoints}
        empty={
          <EmptyList title="No endpoints yet">
            An endpoint tells another system of changes: ids, states and amounts, no names or addresses.
          </EmptyList>
        }
      />
      <AdminSection title="Messages">
        <FilterBar
          action={WEBHOOKS}
          filters={DELIVERY_FILTERS}
          values={search}
          options={{ endpoint: options }}
        />
        <AdminTable
          folded
          caption="Messages, newest first"
          columns={DELIVERY_COLUMNS}
          rows={deliveries}
          empty={<EmptyList title="No messages">They are kept for {DELIVERY_DAYS} days.</EmptyList>}
        />
        <NumberedPager
          {...{ page: search.page, perPage: PER_PAGE, count: deliveries.length, total: null, hasMore }}
          pathOf={listPaths(WEBHOOKS, DELIVERY_FILTERS, search)}
        />
      </AdminSection>
      {!edited && <EndpointForm key={endpoints.length} edited={null} answer={answer} />}
      {dialog && (
        <ConfirmDialog {...QUESTIONS[dialog.intent]} closeTo={WEBHOOKS} action={WEBHOOKS} fields={dialog}>
          <p>{QUESTIONS[dialog.intent].text}</p>
        </ConfirmDialog>
      )}
    </AdminPage>
  )
}

/** `edited`: the endpoint to change; null: a new one. */
type EndpointFormProps = { edited: ListedEndpoint | null; answer: AdminAnswer | undefined }

function EndpointForm({ edited, answer }: EndpointFormProps) {
  const { url = '', description = '' } = edited ?? {}
  const field = (name: string) => ({ ...fieldsOf(answer, { url, description })(name), autoComplete: 'off' })
  const hint = 'Begins with https://. Addresses inside a network are never called.'
  return (
    <AdminSection title={edited ? 'Change an endpoint' : 'Add an endpoint'}>
      <Form method="post" className="record-form" noValidate>
        {edited && <input type="hidden" name="id" value={edited.id} />}
        <TextField {...field('url')} label="Address" type="url" hint={hint} maxLength={500} required />
        <TextField {...field('description')} label="Description" optional maxLength={200} />
        <fieldset>
          <legend className="field-label">Events</legend>
          <div className="grid gap-x-5 sm:grid-cols-2">
            {WEBHOOK_KINDS.map((kind) => (
              <Checkbox
                key={kind}
                name="kinds"
                value={kind}
                label={eventTitle(kind)}
                defaultChecked={edited?.kinds.includes(kind) ?? false}
              />
            ))}
          </div>
        </fieldset>
        <div className="record-buttons">
          <Button name="intent" value={edited ? 'change' : 'add'}>
            {edited ? 'Save' : 'Add endpoint'}
          </Button>
          {edited && (
            <ButtonLink to={WEBHOOKS} look="line">
              Cancel
            </ButtonLink>
          )}
        </div>
      </Form>
    </AdminSection>
  )
}

const ENDPOINT_COLUMNS: Column<ListedEndpoint>[] = [
  column.title('Address', ({ url }) => <span className="wrap-anywhere">{url}</span>, {
    note: ({ description, failingSince }) =>
      [description, failingSince && `Failing since ${formatDayAndTime(failingSince)}`]
        .filter(Boolean)
        .join('. '),
  }),
  column.text('Events', ({ kinds }) => kinds.map(eventTitle).join(', ')),
  column.state('State', ({ isActive, failingSince }) => (
    <Badge tone={isActive ? (failingSince ? 'warning' : 'positive') : 'danger'}>
      {isActive ? 'On' : 'Off'}
    </Badge>
  )),
  column.actions('Actions', ({ id, url, isActive }) => {
    const suffix = <VisuallyHidden> {url}</VisuallyHidden>
    return (
      <div className="record-buttons">
        {isActive && (
          <PostButton fields={{ intent: 'test', id }} look="line">
            Send test{suffix}
          </PostButton>
        )}
        <PostButton fields={{ intent: isActive ? 'off' : 'on', id }} look="line">
          Switch {isActive ? 'off' : 'on'}
          {suffix}
        </PostButton>
        <ButtonLink to={`${WEBHOOKS}?edit=${id}`} look="line">
          Change{suffix}
        </ButtonLink>
        <ButtonLink to={`${WEBHOOKS}?ask=secret&id=${id}`} look="line" preventScrollReset>
          Change secret{suffix}
        </ButtonLink>
        <ButtonLink to={`${WEBHOOKS}?ask=remove&id=${id}`} look="line" preventScrollReset>
          Remove{suffix}
        </ButtonLink>
      </div>
    )
  }),
]

const TONES = { waiting: 'warning', delivered: 'positive', given_up: 'danger' } as const

const DELIVERY_COLUMNS: Column<ListedDelivery>[] = [
  column.title('Event', ({ kind }) => eventTitle(kind), { note: ({ url }) => url }),
  column.text('Content', ({ data: content }) => <code className="wrap-anywhere">{content}</code>, {
    place: 'lead',
  }),
  column.state('State', (delivery) => {
    const state = deliveryState(delivery)
    return <Badge tone={TONES[state]}>{DELIVERY_STATES[state]}</Badge>
  }),
  column.text('Last answer', ({ lastAnswer }) => lastAnswer || 'None'),
  column.number('Tries', ({ attempts }) => attempts),
  column.text('Next try', ({ nextTryAt }) => (nextTryAt ? formatDayAndTime(nextTryAt) : 'None')),
  column.time('Created', ({ createdAt }) => createdAt),
  column.actions('Resend', ({ id, eventId }) => (
    <PostButton fields={{ intent: 'resend', id }} form={{ preventScrollReset: true }} look="line">
      Resend<VisuallyHidden> {eventId}</VisuallyHidden>
    </PostButton>
  )),
]
