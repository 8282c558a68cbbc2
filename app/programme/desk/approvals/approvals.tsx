import { Form } from 'react-router'
import { APPROVALS } from '#app/desk/paths.ts'
import { ExportLink, exportPath } from '#app/desk/staff-link.tsx'
import { afterRefusal } from '#app/kit/after-refusal.ts'
import { Disclosure } from '#app/kit/browser/disclosure.tsx'
import { Button } from '#app/kit/button.tsx'
import { Checkbox } from '#app/kit/checkbox.tsx'
import { SelectField, TextField } from '#app/kit/fields.tsx'
import { phoneIcons } from '#app/kit/phone-icons.ts'
import { type DeskParts, useSending } from '#app/programme/review/approval-card.tsx'
import { ApprovalsPage } from '#app/programme/review/approvals-page.tsx'
import { answerReview, readReview } from '#app/programme/review/review.server.ts'
import type { Approval } from '#app/programme/review/shown-photo.ts'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { recordView } from '#shop/audit/record-access.ts'
import { namedProducts } from '#shop/catalogue/products.read.ts'
import { formatNumber } from '#shop/kernel/number.ts'
import { REJECTION_PRESETS } from '#shop/programme/rejection.ts'
import { isInPieces, producesStock } from '#shop/programme/task.ts'
import type { ApprovalFilter } from '#shop/programme/task-filters.ts'
import type { Route } from './+types/approvals.ts'

export const handle: PageHandle = {
  words: ['frame', 'review', 'types', 'pages', 'amounts', 'optional', 'none', 'cancel'],
  guard: 'programme',
  tab: { label: 'Task Approvals', icon: phoneIcons.image, group: 'Programme' },
  feature: 'programme',
  access: { get: 200, post: 422 },
}

export const shouldRevalidate = afterRefusal

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(staffContext)
  await recordView(ctx, { entity: 'task', entityId: 'all', personId: null })
  const [review, products] = await Promise.all([readReview(ctx, request), namedProducts(ctx.db)])
  const reasons = REJECTION_PRESETS.map(({ key, words }) => ({
    preset: key,
    text: `${words.en} / ${words.hi}`,
  }))
  return { ...review, products, reasons }
}

export function action({ request, context }: Route.ActionArgs) {
  return answerReview(context.get(staffContext), request, APPROVALS)
}

export default function TaskApprovals({ loaderData, actionData }: Route.ComponentProps) {
  const { products, done, ...review } = loaderData
  return (
    <ApprovalsPage
      {...review}
      base={APPROVALS}
      answer={actionData ?? done}
      desk={deskParts(products, review.filter)}
    />
  )
}

/** Returns the parts of the page and its cards that only admins get: export, product, batch and stock. */
function deskParts(products: BatchFormProps['products'], filter: ApprovalFilter): DeskParts {
  return {
    actions: <ExportLink to={exportPath('task-approvals', { status: filter })} />,
    fields: (approval) =>
      approval.productName && <StockFields approval={approval} productName={approval.productName} />,
    afterApproval: (approval) => (
      <>
        <BatchForm approval={approval} products={products} />
        {approval.productName && <StockForm approval={approval} />}
      </>
    ),
  }
}

/** Fields that add the approved units to stock. Checked by default if the work produces pieces of a product. */
function StockFields({ approval, productName }: { approval: Approval; productName: string }) {
  const { quantity, unit, taskType, progressCount } = approval
  return (
    <div className="approve-stock">
      <Checkbox
        name="addToStock"
        value="1"
        label={`Add to stock of ${productName}`}
        defaultChecked={producesStock(taskType) && isInPieces(unit)}
      />
      <TextField
        type="number"
        label="Units"
        name="stockQuantity"
        min={0}
        max={100_000}
        defaultValue={progressCount > 0 ? progressCount : quantity}
        hint={`The task: ${formatNumber(quantity)} ${unit}`}
      />
    </div>
  )
}

/** Shows how many units an approved task added to stock, and changes that number. */
function StockForm({ approval }: { approval: Approval }) {
  const { id, productName, quantity, stockedQuantity } = approval
  const isBusy = useSending(id, 'stock')
  const stock = `${formatNumber(stockedQuantity ?? 0)} of ${productName}`
  return (
    <Disclosure className="batch-form">
      <summary>
        {stockedQuantity === null ? 'Add finished units to stock' : `Added to stock: ${stock}`}
      </summary>
      <Form method="post">
        <input type="hidden" name="intent" value="stock" />
        <input type="hidden" name="id" value={id} />
        <TextField
          type="number"
          label={`Units of ${productName} that this task adds to stock`}
          name="stockQuantity"
          min={0}
          max={100_000}
          required
          defaultValue={stockedQuantity ?? quantity}
          hint="The stock changes by the difference. Enter 0 to remove the units again."
        />
        <Button look="line" busy={isBusy}>
          Save
        </Button>
      </Form>
    </Disclosure>
  )
}

type BatchFormProps = { approval: Approval; products: { id: string; name: string }[] }

/** A form for the product and batch of the work. The product's page then names the group, if the worker agreed. */
function BatchForm({ approval: { id, productId, productName, batchCode }, products }: BatchFormProps) {
  const isBusy = useSending(id, 'batch')
  const batchName = productName && [productName, batchCode].filter(Boolean).join(', batch ')
  return (
    <Disclosure className="batch-form">
      <summary>{batchName ? `Made: ${batchName}` : 'Name the product it made'}</summary>
      <Form method="post">
        <input type="hidden" name="intent" value="batch" />
        <input type="hidden" name="id" value={id} />
        <SelectField label="Product" name="productId" defaultValue={productId ?? ''}>
          <option value="">None</option>
          {products.map((product) => (
            <option key={product.id} value={product.id}>
              {product.name}
            </option>
          ))}
        </SelectField>
        <TextField label="Batch" optional name="batchCode" maxLength={40} defaultValue={batchCode ?? ''} />
        <Button look="line" busy={isBusy}>
          Save
        </Button>
      </Form>
    </Disclosure>
  )
}
