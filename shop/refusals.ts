/**
 * The reasons for which use cases refuse a request, with the HTTP status and the English texts of pages and API. A
 * refusal with its own message overrides the text. Only texts that the specification quotes lack a full stop.
 */
type Words = { status: 400 | 401 | 403 | 404 | 409 | 413 | 422 | 429 | 503; en: string }

/** Refusals of the workers' programme. */
const PROGRAMME = {
  task_not_found: { status: 404, en: 'Task not found.' },
  worker_not_found: { status: 422, en: 'Worker not found.' },
  group_not_found: { status: 422, en: 'Group not found.' },
  group_name_taken: { status: 409, en: 'Another group has this name.' },
  deadline_passed: { status: 422, en: 'The deadline must be in the future.' },
  task_already_started: { status: 409, en: 'This task has already been started.' },
  task_not_in_progress: { status: 409, en: 'This task is not in progress.' },
  task_not_in_review: {
    status: 409,
    en: 'This task isn’t waiting for review: another admin may already have reviewed it.',
  },
  task_not_approved: { status: 409, en: 'This task has not been approved.' },
  task_without_product: {
    status: 409,
    en: 'This task has no product, so there is no stock to add to. Choose the product first.',
  },
  task_in_stock: {
    status: 409,
    en: 'This task has added units to stock. Take them back before you choose another product.',
  },
  shelf_too_empty: { status: 409, en: 'There are no longer that many units in stock.' },
  count_out_of_range: { status: 422, en: 'That is more than the task asks for.' },
  photo_missing: { status: 422, en: 'Missing required information' },
  photo_not_found: { status: 404, en: 'Photo not found, or its link has expired.' },
  upload_not_found: { status: 404, en: 'Upload not found.' },
  upload_offset_wrong: { status: 409, en: 'The next part must begin where the last one ended.' },
  upload_incomplete: { status: 409, en: 'Parts of the photo are still missing.' },
  upload_damaged: { status: 422, en: 'Failed to send photo' },
  nothing_to_pay: { status: 409, en: 'There is no approved work that has not been paid.' },
  already_in_payout: { status: 409, en: 'This task is in a payout or has been paid.' },
  payout_line_not_found: { status: 404, en: 'Payment not found.' },
  payout_line_closed: { status: 409, en: 'This payment has already been dealt with.' },
  payment_not_paid: { status: 409, en: 'This payment has not been made yet.' },
  question_not_found: { status: 404, en: 'Question not found.' },
  question_answered: { status: 409, en: 'This question has already been answered.' },
} as const satisfies Record<string, Words>

export const REFUSALS = {
  ...PROGRAMME,
  signed_out: { status: 401, en: 'Please sign in first.' },
  not_admin: { status: 403, en: 'Only admins can do this.' },
  not_received: { status: 403, en: 'You can review a product once it has been delivered to you.' },
  product_not_found: { status: 404, en: 'Product Not Found' },
  user_not_found: { status: 404, en: 'User not found.' },
  coupon_not_found: { status: 404, en: 'Coupon not found.' },
  coupon_unknown: { status: 404, en: 'Invalid coupon code' },
  code_taken: { status: 409, en: 'Another coupon has this code.' },
  coupon_changed: { status: 409, en: 'Someone changed this coupon in the meantime.' },
  percentage_too_high: { status: 422, en: 'A percentage is at most 100.' },
  order_not_found: { status: 404, en: 'Order not found' },
  in_stock: { status: 409, en: 'It’s in stock again: you can order it now.' },
  email_needed: { status: 422, en: 'Please enter your email address' },
  out_of_stock: { status: 409, en: 'There isn’t enough in stock.' },
  payment_returned: {
    status: 409,
    en: 'The payment has been refunded, so this order stays cancelled. The customer has to order again.',
  },
  order_unpaid: {
    status: 409,
    en: 'This order is unpaid. Wait for the card payment, or cancel the order.',
  },
  cancellation_open: {
    status: 409,
    en: 'The customer has asked to cancel this order. Please answer that first.',
  },
  already_shipped: { status: 409, en: 'This order has been shipped, so its address can’t change any more.' },
  state_on_invoice: {
    status: 409,
    en: 'The invoice names another state. Cancel the order and place it again, or choose an address in that state.',
  },
  not_in_stage: { status: 409, en: 'This order isn’t in this step any more.' },
  too_many_orders: { status: 422, en: 'That’s too many orders at once. Take at most 200.' },
  tracking_number_taken: { status: 409, en: 'Another order has this tracking number.' },
  action_not_found: { status: 404, en: 'This has already been undone, or it’s too old.' },
  undo_too_late: { status: 409, en: 'It’s too late to undo this: the emails are on their way.' },
  not_cancellable: { status: 409, en: 'This order can no longer be cancelled.' },
  replacement_sent: {
    status: 409,
    en: 'We’re sending a replacement for this order, so it can no longer be cancelled. Is something wrong? Please write to us.',
  },
  not_replaceable: {
    status: 409,
    en: 'A replacement can be sent if the customer asked for one and the order is delivered.',
  },
  not_delivered: { status: 409, en: 'A refund can be requested once the order is delivered.' },
  nothing_to_refund: { status: 409, en: 'Nothing has been paid for this order that could be refunded.' },
  refund_request_late: {
    status: 409,
    en: 'A refund can be requested for 7 days after delivery. These days are over, so please write to us.',
  },
  no_refund_to_pay: { status: 409, en: 'No refund of this order waits to be paid to you.' },
  no_refund_account: {
    status: 409,
    en: 'There is no account for this refund, or it has been deleted. Please ask the customer.',
  },
  refund_granted: { status: 409, en: 'A refund of this order has already been approved.' },
  no_open_request: { status: 409, en: 'There is no open request: it has already been decided.' },
  not_invoiced_yet: {
    status: 409,
    en: 'There is no invoice yet. It is issued once the order is paid or shipped.',
  },
  paid_by_test: {
    status: 409,
    en: 'This order was paid by a test payment: no money moved, so it gets no invoice.',
  },
  wrong_amount: {
    status: 422,
    en: 'Send what was returned, or an amount: more than zero, and no more than was paid and not yet refunded.',
  },
  not_in_order: {
    status: 422,
    en: 'You can’t return more than was ordered.',
  },
  restocked_too_many: {
    status: 422,
    en: 'You can’t put more units back in stock than were returned.',
  },
  answer_needed: { status: 422, en: 'Please tell the customer why.' },
  too_many_units: { status: 422, en: 'You can’t order that many of one product.' },
  cash_limit: { status: 422, en: 'This is too much for cash on delivery.' },
  too_many_open_orders: { status: 409, en: 'You have too many unpaid orders.' },
  total_changed: { status: 409, en: 'The total has changed. Please look at it again.' },
  too_many_pictures: { status: 409, en: 'A product has at most 20 pictures.' },
  too_many_photos: { status: 422, en: 'Please choose at most 3 photographs.' },
  not_a_picture: { status: 422, en: 'Please select a valid image file' },
  picture_damaged: { status: 422, en: 'Please select a valid image file' },
  picture_takes_too_long: { status: 422, en: 'Please select a valid image file' },
  picture_has_too_many_pixels: {
    status: 422,
    en: 'Please select a valid image file',
  },
  picture_too_large: { status: 413, en: 'File size must be less than 5MB' },
  edit_conflict: {
    status: 409,
    en: 'Someone else changed it in the meantime. Please reload and try again.',
  },
  stock_below_zero: { status: 409, en: 'There aren’t that many units in stock.' },
  above_mrp: { status: 422, en: 'The price with tax must not be above the MRP.' },
  rate_in_the_past: {
    status: 422,
    en: 'Please choose today or a later day: placed orders keep the rate that they have.',
  },
  month_not_over: { status: 409, en: 'A month can be closed from the second day after it.' },
  month_closed: { status: 409, en: 'This month is closed already.' },
  rate_exists: { status: 409, en: 'There is already a rate for this HSN code from this day.' },
  rate_not_removable: {
    status: 409,
    en: 'Only a rate that has not begun can be removed. Enter a new one from today instead.',
  },
  declarations_missing: {
    status: 422,
    en: 'The label declarations are not complete.',
  },
  own_roles: { status: 409, en: 'You can’t change your own roles.' },
  email_not_verified: { status: 409, en: 'This account has not verified its email address yet.' },
  last_admin: { status: 409, en: 'There has to be at least one admin.' },
  slug_taken: { status: 409, en: 'Another product has this slug.' },
  payment_method_unavailable: {
    status: 422,
    en: 'This payment method is not available.',
  },
  provider_not_found: { status: 404, en: 'Payment provider not found.' },
  signature_wrong: { status: 400, en: 'The signature doesn’t match the body.' },
  webhook_not_json: { status: 400, en: 'The body is not valid JSON.' },
  not_payable: { status: 409, en: 'This order is not waiting for a payment.' },
  payment_confirming: {
    status: 409,
    en: 'We are confirming your payment with your bank. Please wait a few minutes and look again.',
  },
  amount_differs: { status: 422, en: 'This is not the total of the order.' },
  proof_wrong: { status: 422, en: 'The payment could not be verified.' },
  payment_failed: {
    status: 422,
    en: 'Payment failed: The bank declined the payment. You have not been charged.',
  },
  provider_away: { status: 503, en: 'We couldn’t reach the payment provider. Please try again.' },
  idempotency_key_reused: {
    status: 422,
    en: 'This key was used for another order. Please use a new one.',
  },
  coupon_taken: {
    status: 409,
    en: 'Others have used up the coupon of this order, so it can no longer be restored.',
  },
  not_first_order: {
    status: 409,
    en: 'The discount of this order is for a first order, and the customer has another one, so the order cannot be restored.',
  },
  account_closed: {
    status: 409,
    en: 'The customer has closed the account, so this order stays cancelled.',
  },
  coupon_invalid: { status: 422, en: 'Invalid coupon code' },
  coupon_expired: { status: 422, en: 'This coupon has expired.' },
  coupon_not_started: { status: 422, en: 'This coupon hasn’t started yet.' },
  start_after_expiry: { status: 422, en: 'The start date must not be after the expiry date' },
  coupon_used_up: { status: 422, en: 'This coupon has reached its usage limit.' },
  coupon_already_used: { status: 422, en: 'You have already used this coupon.' },
  coupon_minimum: { status: 422, en: 'The order is too small for this coupon.' },
  too_many_codes: { status: 429, en: 'Too many wrong codes. Please wait and try again.' },
  referral_own: { status: 422, en: 'You can’t use your own referral code.' },
  referral_not_first: { status: 422, en: 'A friend’s code is for a first order.' },
  cart_has_problems: { status: 422, en: 'Something in your cart can’t be ordered.' },
  slug_needed: { status: 422, en: 'Please enter a slug: none can be made from this name.' },
  discount_not_below_price: {
    status: 422,
    en: 'The discount price must be below the price.',
  },
  address_not_found: { status: 404, en: 'This address is no longer in your account.' },
  too_many_addresses: {
    status: 409,
    en: 'You’ve reached the limit. Remove an address to add another.',
  },
  job_not_found: {
    status: 404,
    en: 'Job not found. Another admin may already have dealt with it.',
  },
  month_to_come: { status: 422, en: 'Choose this month or an earlier one.' },
} as const satisfies Record<string, Words>

export type ProgrammeReason = keyof typeof PROGRAMME
