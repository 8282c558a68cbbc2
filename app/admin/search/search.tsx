import { redirect } from 'react-router'
import { documentPath } from '#app/admin/accounts/period-list.tsx'
import { AdminPage, AdminSection } from '#app/desk/admin-page.tsx'
import { FilterBar } from '#app/desk/filter-bar.tsx'
import { COUPONS, MESSAGES, ORDERS, PEOPLE, PRODUCTS, SEARCH } from '#app/desk/paths.ts'
import { Link, TextLink } from '#app/kit/link.tsx'
import { EmptyList } from '#app/kit/work/empty-list.tsx'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { PRODUCT_STATUSES } from '#shop/catalogue/listing.ts'
import { findForStaff, isWholeNumber } from '#shop/desk/find.read.ts'
import { readFilters, searchFilter } from '#shop/kernel/filters.ts'
import { shortId } from '#shop/kernel/ids.ts'
import { formatAmount, formatPrice, wholeRupees } from '#shop/kernel/money.ts'
import { may, type Permission } from '#shop/kernel/permissions.ts'
import { formatDay } from '#shop/kernel/time.ts'
import { statusName } from '#shop/orders/tracker.ts'
import type { Route } from './+types/search.ts'

export const handle: PageHandle = { guard: 'search', title: 'Search', access: { get: 200 } }

const FILTERS = {
  text: searchFilter(
    'Search orders, people, products, messages and coupons',
    'Order, name, business, phone, email, tracking, invoice',
  ),
}

type Result = { to: string; name: string; more: string }
type Group = { title: string; results: Result[]; allTo: string | null }

/** Finds records of each kind for `?q=`. Opens a single result at once if the text is its complete number. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(staffContext)
  const listPath = (path: string, permission: Permission) => (may(ctx.actor, permission) ? path : null)
  const { text } = readFilters(FILTERS, new URL(request.url).searchParams)
  const found = await findForStaff(ctx, text)
  const query = new URLSearchParams({ q: text })
  const groups: Group[] = [
    {
      title: 'Invoices and credit notes',
      allTo: null,
      results: found.documents.map(({ number, buyer, total, issuedAt }) => ({
        to: documentPath(number),
        name: number,
        more: `${buyer}, ${formatAmount(total)}, ${formatDay(issuedAt)}`,
      })),
    },
    {
      title: 'Orders',
      allTo: listPath(`${ORDERS}?${query}`, 'orders.list'),
      results: found.orders.map((order) => ({
        to: `${ORDERS}/${order.id}`,
        name: `${shortId(order.id)} ${order.customerName}`,
        more: `${statusName(order.status)}, ${formatPrice(wholeRupees(order.total))}, ${formatDay(order.createdAt)}, ${order.city}`,
      })),
    },
    {
      title: 'People',
      allTo: `${PEOPLE}?${query}`,
      results: found.people.map(({ id, fullName, email, phoneNumber }) => ({
        to: `${PEOPLE}/${id}`,
        name: fullName || (email ?? 'Without a name'),
        more: [email, phoneNumber].filter(Boolean).join(', '),
      })),
    },
    {
      title: 'Products',
      allTo: `${PRODUCTS}?${query}`,
      results: found.products.map(({ id, name, number, status }) => ({
        to: `${PRODUCTS}/${id}`,
        name,
        more: `Catalogue number ${number}${status === 'active' ? '' : `, ${PRODUCT_STATUSES[status].toLowerCase()}`}`,
      })),
    },
    {
      title: 'Messages',
      allTo: `${MESSAGES}?status=all&${query}`,
      results: found.messages.map(({ id, ticket, name, createdAt }) => ({
        to: `${MESSAGES}/${id}?status=all`,
        name: `${ticket} ${name}`,
        more: formatDay(createdAt),
      })),
    },
    {
      title: 'Coupons',
      allTo: null,
      results: found.coupons.map(({ id, code, name }) => ({
        to: `${COUPONS}/${id}`,
        name: code,
        more: name,
      })),
    },
  ].filter(({ results }) => results.length > 0)
  const all = groups.flatMap(({ results }) => results)
  const isOnly = all.length === 1 || found.documents.length === 1
  if (all[0] && isOnly && isWholeNumber(text, found)) throw redirect(all[0].to)
  return { text, groups }
}

export default function Search({ loaderData: { text, groups } }: Route.ComponentProps) {
  return (
    <AdminPage title="Search">
      <FilterBar action={SEARCH} filters={FILTERS} values={{ text }} />
      {groups.length === 0 && text !== '' && (
        <EmptyList title="Nothing found">
          Try an order ID, a name, a GSTIN, a phone number, an email address, or a tracking, invoice or ticket
          number.
        </EmptyList>
      )}
      {groups.map(({ title, results, allTo }) => (
        <AdminSection
          key={title}
          title={title}
          aside={
            allTo && (
              <TextLink to={allTo}>
                In the list<span className="sr-only"> of {title.toLowerCase()}</span>
              </TextLink>
            )
          }
        >
          <ul className="found">
            {results.map(({ to, name, more }) => (
              <li key={to} data-row>
                <Link to={to}>
                  <b>{name}</b>
                  <span className="data-sub">{more}</span>
                </Link>
              </li>
            ))}
          </ul>
        </AdminSection>
      ))}
    </AdminPage>
  )
}
