import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { data, Form, redirect } from 'react-router'
import { z } from 'zod'
import { UndoNotice } from '#app/admin/packing/undo-notice.tsx'
import { AdminPage, StatusNotice } from '#app/desk/admin-page.tsx'
import { ORDERS, PACKING } from '#app/desk/paths.ts'
import { useCanOpen } from '#app/frame/use-root-data.ts'
import { afterRefusal } from '#app/kit/after-refusal.ts'
import { Banner } from '#app/kit/banner.tsx'
import { useHydrated } from '#app/kit/browser/browser-state.ts'
import { Button } from '#app/kit/button.tsx'
import { TextField } from '#app/kit/fields.tsx'
import { type FormAnswer, problemsOf } from '#app/kit/form-fields.ts'
import { TextLink } from '#app/kit/link.tsx'
import { invalid, readFormFields, refusedBy } from '#app/request/form.server.ts'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { isUuid, shortId } from '#shop/kernel/ids.ts'
import { cleanText, cleanValue, isStorable } from '#shop/kernel/text.ts'
import { unpaidWords } from '#shop/orders/order.ts'
import { findParcels, findUndoable, listStage, shelvesOf } from '#shop/orders/packing.read.ts'
import { type ParcelUnits, parcelUnits, stageOf } from '#shop/orders/packing.ts'
import { packOrders } from '#shop/orders/packing-desk.ts'
import type { Route } from './+types/check.ts'

export const handle: PageHandle = {
  guard: 'packing',
  title: null,
  access: { at: '/admin/dashboard/packing/{order}', get: 200, post: 422 },
}

export const shouldRevalidate = afterRefusal

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { db, now } = context.get(staffContext)
  const done = new URL(request.url).searchParams.get('done') ?? ''
  const [parcel] = isUuid(params.id) ? await findParcels(db, [params.id.toLowerCase()]) : []
  if (!parcel) throw data(null, { status: 404 })
  const units = parcelUnits(parcel.items)
  const ids = units.flatMap(({ productId }) => (productId ? [productId] : []))
  const [shelves, undoable] = await Promise.all([
    shelvesOf(db, ids),
    isUuid(done) ? findUndoable(db, done, now) : null,
  ])
  const { order, packedAt, isStopped } = parcel
  return {
    order: { id: order.id, version: order.version },
    undoable,
    units: units.map((product) => {
      return { ...product, ...(shelves.get(product.productId ?? '') ?? { shelf: '', codes: [] }) }
    }),
    stage: stageOf({ ...order, isPacked: packedAt !== null, isStopped }),
    unpaid: unpaidWords(order, null, now),
  }
}

const packForm = z.object({
  version: z.coerce.number('Please reload the page').int().positive(),
  note: z
    .string()
    .overwrite(cleanText)
    .max(200, 'Please keep this under 200 characters')
    .refine(isStorable)
    .default(''),
})

export async function action({ params, request, context }: Route.ActionArgs) {
  const ctx = context.get(staffContext)
  const { form, fields } = await readFormFields(request, packForm)
  if (!fields.ok) return invalid(fields)
  const [parcel] = isUuid(params.id) ? await findParcels(ctx.db, [params.id.toLowerCase()]) : []
  if (!parcel) throw data(null, { status: 404 })
  const checked = new Set(form.getAll('checked').map(String))
  const unchecked = parcelUnits(parcel.items).filter(({ key }) => !checked.has(key))
  const { version, note } = fields.value
  if (unchecked.length > 0 && note === '') {
    const names = unchecked.map(({ units, name }) => `${units} × ${name}`).join(', ')
    return invalid({
      problems: { note: `Not checked yet: ${names}` },
      values: { note, checked: [...checked].join(' ') },
    })
  }
  const orderId = parcel.order.id
  const packed = await packOrders(ctx, [{ orderId, version, note: unchecked.length > 0 ? note : null }])
  if (!packed.ok) return refusedBy(packed, form)
  const [problem] = packed.value.refused
  if (problem) return refusedBy(problem, form)
  const [next] = await listStage(ctx.db, 'pack', 1)
  const done = `done=${packed.value.actionId}`
  return redirect(next ? `${PACKING}/${next.order.id}?${done}` : `${PACKING}?stage=pack&${done}`, 303)
}

/** `codes`: the product's codes that may be scanned or typed: barcode, catalogue number, slug. */
type CheckedUnits = ParcelUnits & { shelf: string; codes: string[] }

export default function CheckPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { order, units, stage, unpaid, undoable } = loaderData
  const canOpen = useCanOpen()
  return (
    <AdminPage key={order.id} title={`Pack order ${shortId(order.id)}`}>
      <div className="mb-4 flex flex-wrap gap-x-5">
        <TextLink to={`${PACKING}?stage=pack`}>Orders to pack</TextLink>
        {canOpen(`${ORDERS}/${order.id}`) && (
          <TextLink to={`${ORDERS}/${order.id}`}>The whole order</TextLink>
        )}
      </div>
      {undoable && <UndoNotice {...undoable} stage="pack" />}
      <StatusNotice answer={answer?.ok === false ? answer : undefined} />
      {stage === 'pack' ? (
        <Checklist key={order.version} version={order.version} {...{ units, answer }} />
      ) : (
        <Banner tone="warning" live={false} title={unpaid ?? 'This order isn’t waiting to be packed.'} />
      )}
    </AdminPage>
  )
}

type ChecklistProps = { version: number; units: CheckedUnits[]; answer: FormAnswer | undefined }

function Checklist({ version, units, answer }: ChecklistProps) {
  const wasChecked = new Set(answer?.ok === false ? answer.values.checked?.split(' ') : [])
  const [counts, setCounts] = useState<Readonly<Record<string, number>>>(() =>
    Object.fromEntries(units.flatMap(({ key, units: all }) => (wasChecked.has(key) ? [[key, all]] : []))),
  )
  const [result, setResult] = useState<ScanResult | null>(null)
  const isHydrated = useHydrated()
  const note = problemsOf(answer)?.note
  const countOf = ({ key }: CheckedUnits) => counts[key] ?? 0
  const setCount = (product: CheckedUnits, count: number) =>
    setCounts((current) => ({ ...current, [product.key]: Math.min(product.units, Math.max(0, count)) }))
  const onScan = (code: string) => {
    const scanned = scannedCode(code)
    const matches = units.filter(({ codes }) => codes.some((ownCode) => scannedCode(ownCode) === scanned))
    const open = matches.find((product) => countOf(product) < product.units)
    if (open) setCount(open, countOf(open) + 1)
    const message = scanResult(code, matches[0], open, open ? countOf(open) + 1 : 0)
    setResult((last) => ({ ...message, at: (last?.at ?? 0) + 1 }))
  }
  const left = units.reduce((sum, product) => sum + product.units - countOf(product), 0)
  return (
    <>
      {isHydrated && <Scanner onScan={onScan} result={result} />}
      <Form method="post" className="grid max-w-160 gap-4">
        <input type="hidden" name="version" value={version} />
        <ul className="check-list">
          {units.map((product) => (
            <UnitsRow
              key={product.key}
              {...{ product, isHydrated, count: countOf(product), wasChecked: wasChecked.has(product.key) }}
              onCount={(count) => setCount(product, count)}
            />
          ))}
        </ul>
        <p role="status">{isHydrated && (left === 0 ? 'Everything is in.' : `${left} still to go in.`)}</p>
        {(!isHydrated || left > 0) && (
          <TextField
            label="Why you pack it without checking everything"
            name="note"
            optional
            maxLength={200}
            defaultValue={(answer?.ok === false && answer.values.note) || undefined}
            errors={note === undefined ? null : [note]}
            hint="Needed if units are unchecked. The order’s history shows it."
          />
        )}
        <Button>{isHydrated && left > 0 ? 'Pack anyway' : 'Packed, next order'}</Button>
      </Form>
    </>
  )
}

/** Normalizes a code. Scanners read the same GTIN with 12, 13 or 14 digits, padded with zeros. */
function scannedCode(code: string): string {
  const lower = cleanValue(code).toLowerCase()
  return /^\d+$/.test(lower) ? lower.replace(/^0+/, '') : lower
}

function scanResult(
  code: string,
  named: CheckedUnits | undefined,
  open: CheckedUnits | undefined,
  count: number,
) {
  if (open) return { text: `${open.name}: ${count} of ${open.units}`, isWrong: false }
  if (named) return { text: `${named.name}: there are enough already`, isWrong: true }
  return { text: `Not in this order: ${code.slice(0, 40)}`, isWrong: true }
}

/** `at` counts the scans, so that a repeated text is announced again. */
type ScanResult = { text: string; isWrong: boolean; at: number }

function Scanner({ onScan, result }: { onScan: (code: string) => void; result: ScanResult | null }) {
  const field = useRef<HTMLInputElement>(null)
  // A scanner types into the focused field. On a phone, focus would open the keyboard.
  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) field.current?.focus()
  }, [])
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const input = field.current
    if (!input || input.value.trim() === '') return
    onScan(input.value.trim())
    input.value = ''
    input.focus()
  }
  return (
    <form onSubmit={onSubmit} className="mb-4 max-w-160">
      <TextField
        label="Scan or type a code"
        ref={field}
        name="code"
        autoComplete="off"
        spellCheck={false}
        maxLength={60}
        hint="Barcode or catalogue number, then Enter."
      />
      <p
        key={result?.isWrong ? result.at : 'right'}
        role={result?.isWrong ? 'alert' : 'status'}
        className={result?.isWrong ? 'check-wrong' : 'check-right'}
      >
        {result?.text}
      </p>
    </form>
  )
}

type UnitsRowProps = {
  product: CheckedUnits
  count: number
  isHydrated: boolean
  /** True if the product was checked in the form that was refused. */
  wasChecked: boolean
  onCount: (count: number) => void
}

/** One product of the parcel. With JavaScript, counting the last unit ticks its box. */
function UnitsRow({ product, count, isHydrated, wasChecked, onCount }: UnitsRowProps) {
  const { key, name, units, inMix, shelf } = product
  const isDone = count === units
  return (
    <li data-row data-done={isDone || undefined} data-pick={inMix !== null || undefined}>
      <label>
        <input
          type="checkbox"
          data-select
          name="checked"
          value={key}
          {...(isHydrated
            ? { checked: isDone, onChange: () => onCount(isDone ? 0 : units) }
            : { defaultChecked: wasChecked })}
        />
        <span>
          <b>
            {units} × {name || 'Unknown Product'}
          </b>
          <span className="data-sub">
            {[inMix && `In ${inMix}`, shelf && `Shelf ${shelf}`].filter(Boolean).join(' · ')}
          </span>
        </span>
      </label>
      {isHydrated && units > 1 && (
        <span className="flex items-center gap-2">
          <span className="numeric">
            {count} of {units}
          </span>
          <Button type="button" look="line" onClick={() => onCount(count + 1)} disabled={isDone}>
            One more<span className="sr-only"> {name}</span>
          </Button>
        </span>
      )}
    </li>
  )
}
