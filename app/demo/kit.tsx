import { data } from 'react-router'
import { Banner } from '#app/kit/banner.tsx'
import { Button } from '#app/kit/button.tsx'
import { Heat } from '#app/kit/product/heat.tsx'
import { PartsBar } from '#app/kit/product/parts-bar.tsx'
import { Price } from '#app/kit/product/price.tsx'
import { Badge, Skeleton, SkeletonGroup, Spinner } from '#app/kit/status.tsx'
import { showToast } from '#app/kit/toasts.tsx'
import { requestContext } from '#app/request/context.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { paise } from '#shop/kernel/money.ts'
import type { Route } from './+types/kit.ts'
import { ActionSpecimens } from './action-specimens.tsx'
import { LayerSpecimens, ListSpecimens } from './content-specimens.tsx'
import { FieldSpecimens } from './field-specimens.tsx'
import { Specimen, State } from './specimen.tsx'

const SIDES = [
  { side: 'millet', name: 'Harvest' },
  { side: 'hydration', name: 'Monsoon' },
  { side: 'admin', name: 'Desk' },
  { side: 'worker', name: 'Field' },
]

export const handle: PageHandle = {
  title: 'Components',
  search: 'noindex',
  access: { get: 200 },
}

/** Only a demonstration shop shows its components. */
export function loader({ context }: Route.LoaderArgs) {
  if (!context.get(requestContext).mailbox) throw data(null, { status: 404 })
  return null
}

export default function DemoKit() {
  return <KitPage />
}

/** Every component in every state, once on each side. */
function KitPage() {
  return (
    <>
      <h1 className="sr-only">Components</h1>
      {SIDES.map(({ side, name }) => (
        <div key={side} data-side={side} className="bg-surface">
          <div className="wrap py-12">
            <h2 className="display text-3xl">{name}</h2>
            <p className="mb-4 text-ink-soft">data-side="{side}"</p>
            <ActionSpecimens />
            <FieldSpecimens scope={side} />
            <NoticeSpecimens />
            <LayerSpecimens scope={side} />
            <ListSpecimens scope={side} />
          </div>
        </div>
      ))}
    </>
  )
}

function NoticeSpecimens() {
  return (
    <>
      <Specimen name="Badge, heat, price">
        <State of="Status">
          <div className="flex flex-wrap gap-2">
            <Badge tone="positive">Delivered</Badge>
            <Badge tone="warning">To pack</Badge>
            <Badge tone="danger">On hold</Badge>
            <Badge tone="info">Packed</Badge>
            <Badge>Draft</Badge>
            <Badge dot={false}>10 g</Badge>
          </div>
        </State>
        <State of="Spice 0, 2, 5">
          <span className="flex gap-4">
            <Heat level={0} />
            <Heat level={2} />
            <Heat level={5} />
          </span>
        </State>
        <State of="Price">
          <Price price={paise(89_900)} className="text-xl font-bold" />
        </State>
        <State of="Reduced">
          <Price price={paise(59_900)} original={paise(69_900)} className="text-xl font-bold" />
        </State>
      </Specimen>
      <Specimen name="Banner">
        <div className="grid w-full max-w-form gap-3">
          <Banner tone="danger" live={false} title="Payment failed.">
            Your bank said no. You have not been charged.
          </Banner>
          <Banner tone="warning" live={false} title="Sichuan Pepper ran out">
            while you were picking. Choose one more.
          </Banner>
          <Banner tone="positive" live={false} title="Box added.">
            All ten tastemakers are in.
          </Banner>
          <Banner tone="info" live={false}>
            Cash on delivery is open up to ₹2,000.
          </Banner>
        </div>
      </Specimen>
      <Specimen name="Toast, loading">
        <State of="Toast, 5 s">
          <Button
            type="button"
            look="line"
            size="sm"
            onClick={() => showToast('Ragi mix added', { to: '/cart', label: 'View cart' })}
          >
            Show a toast
          </Button>
        </State>
        <State of="Ring">
          <Spinner />
        </State>
        <State of="Parts, 7 of 10">
          <div className="w-64 max-w-full">
            <PartsBar label="Tastemakers picked" value={7} total={10} />
          </div>
        </State>
        <State of="Skeleton">
          <SkeletonGroup label="Loading products" className="w-44">
            <Skeleton className="aspect-[4/4.6] w-full" />
            <Skeleton className="mt-3.5 h-4.5 w-2/3" />
            <Skeleton className="mt-2 h-3.5 w-11/12" />
          </SkeletonGroup>
        </State>
      </Specimen>
    </>
  )
}
