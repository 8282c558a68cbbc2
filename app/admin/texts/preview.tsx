import { Questions } from '#app/contact/questions.tsx'
import { Banner } from '#app/kit/banner.tsx'
import { type FormValues, type Problems, typedValues } from '#app/kit/form-fields.ts'
import { deliveryNow, deliveryTexts } from '#app/legal/delivery-texts.server.ts'
import { PolicyArticle } from '#app/legal/policy-article.tsx'
import { policyFacts } from '#app/legal/policy-text.tsx'
import { toHomeShelf } from '#app/marketing/figures.ts'
import { HomePage } from '#app/marketing/home-page.tsx'
import { type RequestContext, requestContext } from '#app/request/context.server.ts'
import { formOf } from '#app/request/form.server.ts'
import { orNotFound } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import {
  DELIVERY_DOCUMENT,
  type DeliveryTexts,
  FAQ_DOCUMENT,
  faqTexts,
  findDocument,
  HOME_DOCUMENT,
  homeTexts,
  OFFERS_DOCUMENT,
  policyTexts,
} from '#app/texts/documents.ts'
import { homeTextsNow, offersNow, offersOf, textsNow } from '#app/texts/site-texts.server.ts'
import {
  cleanTexts,
  fieldsOf,
  type TextDocument,
  type TextValues,
  textProblems,
} from '#shop/texts/site-text.ts'
import type { Route } from './+types/preview.ts'

export const handle: PageHandle = {
  sheet: 'preview',
  title: 'Preview',
  guard: 'texts',
  search: 'noindex',
  access: { at: '/admin/text-preview/home', get: 200, post: 200 },
}

export async function loader({ params, context }: Route.LoaderArgs) {
  const request = context.get(requestContext)
  const document = orNotFound(findDocument(params.document))
  return previewOf(document, await textsNow(document, request), request)
}

/** Renders the document with the texts of the form, without saving them. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const document = orNotFound(findDocument(params.document))
  const typed: FormValues = typedValues(await formOf(request))
  const values = cleanTexts(document, typed)
  const problems = textProblems(document, values)
  if (Object.keys(problems).length > 0) {
    const labels = new Map(fieldsOf(document).map(({ key, label }) => [key, label]))
    const labelled = Object.entries(problems).map(([key, problem]) => [labels.get(key) ?? key, problem])
    return { as: 'problems' as const, problems: Object.fromEntries(labelled) as Problems }
  }
  return previewOf(document, values, context.get(requestContext))
}

async function previewOf({ name }: TextDocument, values: TextValues, request: RequestContext) {
  const { ctx, products, seller } = request
  const { config } = ctx
  if (name === HOME_DOCUMENT.name || name === OFFERS_DOCUMENT.name) {
    const isHome = name === HOME_DOCUMENT.name
    return {
      as: 'home' as const,
      page: {
        brand: config.brand,
        texts: isHome ? homeTexts(values) : await homeTextsNow(request),
        shelf: toHomeShelf(await products.get()),
        shipping: (await deliveryNow(request)).promise,
        offers: isHome ? await offersNow(request) : offersOf(values, config),
      },
    }
  }
  const isDelivery = name === DELIVERY_DOCUMENT.name
  const delivery = isDelivery ? deliveryTexts(values, config) : await deliveryNow(request)
  const facts = { ...policyFacts(config), shippingTerms: delivery.terms }
  if (name === FAQ_DOCUMENT.name) return { as: 'questions' as const, questions: faqTexts(values), facts }
  const policyName = isDelivery ? 'shipping' : name
  const texts = isDelivery ? await textsNow(orNotFound(findDocument(policyName)), request) : values
  const policy = policyTexts(policyName, texts)
  return { as: 'policy' as const, policy, facts, seller, delivery: isDelivery ? delivery : null }
}

export default function Preview({ loaderData, actionData }: Route.ComponentProps) {
  const preview = actionData ?? loaderData
  return (
    <>
      <div className="wrap pt-6">
        <Banner live={false} title="Preview.">
          {actionData ? 'Nothing is saved yet.' : 'This is the text that the shop shows now.'}
        </Banner>
      </div>
      <Document {...preview} />
    </>
  )
}

function Document(preview: NonNullable<Route.ComponentProps['actionData']>) {
  switch (preview.as) {
    case 'home':
      return <HomePage {...preview.page} />
    case 'questions':
      return (
        <>
          <div className="wrap pt-section">
            <h1 className="display text-4xl">Questions and answers</h1>
          </div>
          <Questions {...preview} />
        </>
      )
    case 'policy':
      return (
        <>
          {preview.delivery && <DeliveryNotes {...preview.delivery} />}
          <PolicyArticle {...preview} />
        </>
      )
    case 'problems':
      return (
        <div className="wrap py-section">
          <h1 className="display text-4xl">These texts can’t be shown</h1>
          <ul className="mt-5 grid gap-2">
            {Object.entries(preview.problems).map(([label, problem]) => (
              <li key={label}>
                <b>{label}</b>: {problem}
              </li>
            ))}
          </ul>
        </div>
      )
  }
}

/** The short texts of product pages and the cart, above the policy. */
function DeliveryNotes({ promise, notice }: Pick<DeliveryTexts, 'promise' | 'notice'>) {
  return (
    <div className="wrap pt-6">
      <p>{promise}.</p>
      {notice && (
        <Banner icon="truck" live={false} className="mt-4">
          {notice}
        </Banner>
      )}
    </div>
  )
}
