import { ActionSpecimens } from './action-specimens.tsx'
import { FieldSpecimens } from './field-specimens.tsx'
import { LayerSpecimens } from './layer-specimens.tsx'
import { ListSpecimens } from './list-specimens.tsx'
import { NoticeSpecimens } from './notice-specimens.tsx'

const SIDES = [
  { side: 'millet', name: 'Harvest' },
  { side: 'hydration', name: 'Monsoon' },
  { side: 'admin', name: 'Desk' },
  { side: 'worker', name: 'Field' },
]

/** Every component in every state, once on each side. */
export function KitPage() {
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
