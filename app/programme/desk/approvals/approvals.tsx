import { ExportLink, exportPath } from '#app/desk/export-link.tsx'
import { APPROVALS } from '#app/desk/paths.ts'
import { afterRefusal } from '#app/kit/after-refusal.ts'
import { phoneIcons } from '#app/kit/phone-icons.ts'
import { BatchForm, StockFields, StockForm } from '#app/programme/desk/approvals/desk-parts.tsx'
import type { DeskParts } from '#app/programme/review/approval-card.tsx'
import { ApprovalsPage } from '#app/programme/review/approvals-page.tsx'
import { answerReview, readReview } from '#app/programme/review/review.server.ts'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { recordLook } from '#shop/audit/record-access.ts'
import { namedProducts } from '#shop/catalogue/products.read.ts'
import { REJECTION_PRESETS } from '#shop/programme/rejection.ts'
import type { ApprovalFilter } from '#shop/programme/task-filters.ts'
import type { Route } from './+types/approvals.ts'

export const handle: PageHandle = {
  words: ['frame', 'review', 'types', 'pages', 'optional', 'none', 'cancel'],
  guard: 'programme',
  tab: { label: 'Task Approvals', icon: phoneIcons.image, group: 'main' },
  feature: 'programme',
  access: { get: 200, post: 422 },
}

export const shouldRevalidate = afterRefusal

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(staffContext)
  await recordLook(ctx, { entity: 'task', entityId: 'all', personId: null })
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

/** A task's product and batch, and what it adds to stock. */
function deskParts(products: Parameters<typeof BatchForm>[0]['products'], filter: ApprovalFilter): DeskParts {
  return {
    actions: <ExportLink to={exportPath('task-approvals', { status: filter })} />,
    fields: (approval) =>
      approval.productName && <StockFields approval={approval} productName={approval.productName} />,
    afterwards: (approval) => (
      <>
        <BatchForm approval={approval} products={products} />
        {approval.productName && <StockForm approval={approval} />}
      </>
    ),
  }
}
