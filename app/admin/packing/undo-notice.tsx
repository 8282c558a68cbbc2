import { useEffect, useState } from 'react'
import { Form, useLocation } from 'react-router'
import { PACKING } from '#app/desk/paths.ts'
import { Banner } from '#app/kit/banner.tsx'
import { Button } from '#app/kit/button.tsx'
import { pluralize } from '#shop/kernel/text.ts'
import type { DeskActionKind, DeskList } from '#shop/orders/packing.ts'

export const DONE: Record<DeskActionKind, string> = { confirm: 'confirmed', pack: 'packed', ship: 'shipped' }

type UndoNoticeProps = {
  id: string
  kind: DeskActionKind
  /** The number of orders; null if another message above this notice already says what was done. */
  orders: number | null
  until?: Date
  stage: DeskList
}

/** Reports an action, with a button that undoes it for one minute. */
export function UndoNotice({ id, kind, orders, until, stage }: UndoNoticeProps) {
  const isOver = useIsOver(until)
  const { search } = useLocation()
  return (
    <Banner
      tone="positive"
      className="mb-4"
      title={orders === null ? undefined : `${pluralize(orders, 'order')} ${DONE[kind]}.`}
    >
      {!isOver && (
        <Form
          method="post"
          action={`${PACKING}${search}`}
          className="inline-flex flex-wrap items-center gap-2"
        >
          <input type="hidden" name="intent" value="undo" />
          <input type="hidden" name="action" value={id} />
          <input type="hidden" name="stage" value={stage} />
          {kind !== 'pack' && <span>Customers get an email in a minute.</span>}
          <Button look="line" size="sm">
            Undo
          </Button>
        </Form>
      )}
    </Banner>
  )
}

function useIsOver(until: Date | undefined): boolean {
  const [isOver, setOver] = useState(false)
  const time = until?.getTime()
  useEffect(() => {
    setOver(false)
    if (time === undefined) return
    const timer = setTimeout(() => setOver(true), Math.max(0, time - Date.now()))
    return () => clearTimeout(timer)
  }, [time])
  return isOver
}
