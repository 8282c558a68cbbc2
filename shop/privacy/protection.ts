/** Protection of each database column; docs/security.md has the rules of each level. */
import { PRODUCT_FIELDS } from '#shop/catalogue/product-fields.ts'
import { snakeCase } from '#shop/field.ts'

/** How a sensitive column is stored. `plain`: why it is neither encrypted nor hashed. */
export type Protection = 'encrypted' | 'hashed' | { plain: string }

const READ_BY_LIBRARY = 'the account library looks it up itself; 190 random bits, unused rows end in 30 days'
const ONLY_UNSUBSCRIBES = 'is in every email, and can only unsubscribe from them'
const ALWAYS_EMPTY = 'always empty: the shop stores no tokens of providers'

export const SENSITIVE: Readonly<Record<string, Protection>> = {
  'api_keys.token_hash': 'hashed',
  'accounts.password': 'hashed',
  'accounts.access_token': { plain: ALWAYS_EMPTY },
  'accounts.refresh_token': { plain: ALWAYS_EMPTY },
  'accounts.id_token': { plain: ALWAYS_EMPTY },
  'deletion_links.token_hash': 'hashed',
  'factor_challenges.challenge': {
    plain: 'a challenge, valid once and for five minutes; only the key can answer it',
  },
  'factor_links.token_hash': 'hashed',
  'factors.sealed_secret': 'encrypted',
  'first_admin_links.token_hash': 'hashed',
  'former_phones.phone': 'encrypted',
  'newsletter_subscriptions.confirm_token_hash': 'hashed',
  'newsletter_subscriptions.unsubscribe_token': { plain: ONLY_UNSUBSCRIBES },
  'payment_page_links.token_hash': 'hashed',
  'payout_lines.upi_id': 'encrypted',
  'recovery_codes.code_hash': 'hashed',
  'refund_accounts.sealed': 'encrypted',
  'request_limits.key': 'hashed',
  'sessions.token': { plain: READ_BY_LIBRARY },
  'staff_invitations.token_hash': 'hashed',
  'stock_notices.leave_token': { plain: ONLY_UNSUBSCRIBES },
  'stock_notices.token_hash': 'hashed',
  'upi_changes.new_upi_id': 'encrypted',
  'upi_changes.old_upi_id': 'encrypted',
  'upi_changes.tell_phone': 'encrypted',
  'verifications.identifier': 'hashed',
  'webhook_endpoints.signing_secret': 'encrypted',
  'worker_cards.token_hash': 'hashed',
  'worker_pins.pin_hash': 'hashed',
  'worker_sessions.token_hash': 'hashed',
  'workers.phone': 'encrypted',
  'workers.upi_id': 'encrypted',
}

type TableLevels = {
  level: 'public' | 'internal'
  /** Text columns that were reviewed. Each new text column must be listed here. */
  texts: string
  /** Personal columns in this table. */
  personal?: string
}

const FIELD_COLUMNS = Object.keys(PRODUCT_FIELDS)
  .filter((key) => key !== 'category')
  .map(snakeCase)

/** Tables without personal columns except `personal`. Columns of all other tables are personal or sensitive. */
export const NOT_PERSONAL: Readonly<Record<string, TableLevels>> = {
  audit_positions: { level: 'internal', texts: 'follower' },
  categories: { level: 'public', texts: 'id name slug' },
  customer_days: { level: 'internal', texts: '' },
  customer_gaps: { level: 'internal', texts: '' },
  daily_carriers: { level: 'internal', texts: 'carrier' },
  daily_categories: { level: 'internal', texts: 'category_id' },
  daily_offers: { level: 'internal', texts: 'code kind' },
  daily_places: { level: 'internal', texts: 'city state' },
  daily_products: { level: 'internal', texts: 'product_id' },
  daily_sales: { level: 'internal', texts: '' },
  daily_sources: { level: 'internal', texts: 'source' },
  daily_visits: { level: 'internal', texts: 'landing source' },
  document_numbers: { level: 'internal', texts: 'financial_year series' },
  gst_rates: { level: 'public', texts: 'hsn id source', personal: 'created_by' },
  kysely_migration: { level: 'internal', texts: 'name timestamp' },
  idempotency_keys: { level: 'internal', texts: 'key fingerprint result_id', personal: 'user_id' },
  kysely_migration_lock: { level: 'internal', texts: 'id' },
  marketing_spend: { level: 'internal', texts: 'channel' },
  minimum_wages: { level: 'public', texts: 'id source state', personal: 'recorded_by' },
  monthly_places: { level: 'internal', texts: 'city state' },
  newsletter_visits: { level: 'internal', texts: 'newsletter_id' },
  newsletters: { level: 'public', texts: 'body id ordered preheader slug state status stop_reason subject' },
  picture_addresses: { level: 'internal', texts: 'picture_url problem product_id url' },
  pictures: { level: 'public', texts: 'id', personal: 'actor_id' },
  products: { level: 'public', texts: `id category_id ${FIELD_COLUMNS.join(' ')}` },
  register_days: { level: 'internal', texts: 'kind' },
  register_lines: { level: 'internal', texts: 'document_id hsn kind number state' },
  register_sums: { level: 'internal', texts: 'hsn kind state' },
  rollup_state: { level: 'internal', texts: '' },
  sandbox_orders: { level: 'internal', texts: 'id receipt' },
  sandbox_payments: { level: 'internal', texts: 'id order_id reason status' },
  sandbox_refunds: { level: 'internal', texts: 'id key payment_id' },
  shg_groups: { level: 'internal', texts: 'id name place state' },
  shop_settings: { level: 'public', texts: 'texts', personal: 'saved_by' },
  site_texts: { level: 'public', texts: 'document fields', personal: 'saved_by' },
  task_batches: { level: 'internal', texts: 'group_id id' },
  task_pictures: { level: 'internal', texts: 'id' },
  task_templates: {
    level: 'internal',
    texts:
      'group_id id picture_id product_id task_description task_description_hi task_name task_name_hi task_type unit',
  },
  webhook_deliveries: { level: 'internal', texts: 'data endpoint_id event_id id kind last_answer' },
  webhook_endpoints: {
    level: 'internal',
    texts: 'description id kinds url signing_secret',
    personal: 'created_by',
  },
}

/** Columns that identify a person. */
const IDENTIFYING =
  'email full_name phone phone_number address_line1 address_line2 postal_code author_name business_name business_address gstin ' +
  'recipient html_body text_body ip_address user_agent'

/** Names that are too general to redact them in a log. */
const TOO_GENERAL = ['key', 'sealed', 'auth', 'identifier', 'challenge']

/** Returns the names of fields whose values must not appear in a log line, in snake case and camel case. */
export function neverLogged(): string[] {
  const columns = [
    ...IDENTIFYING.split(' '),
    ...Object.keys(SENSITIVE).map((name) => name.split('.')[1] ?? ''),
  ]
  const names = columns.filter((name) => !TOO_GENERAL.includes(name))
  const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  return [...new Set(names.flatMap((name) => [name, camel(name)]))].toSorted()
}
