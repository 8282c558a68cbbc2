/** Marks in every page where the notice can be inserted; an HTML comment, so it is invisible. */
export const NOTICE_MARK = '<!--notice-->'

/** Says that the database is unavailable, on pages and under forms. */
export const DATABASE_UNAVAILABLE =
  'We have a problem on our side, so orders and accounts aren’t available right now. Your cart is safe; please try again in a few minutes.'

/**
 * The notice on cached pages while the database is unavailable; HTML, because those pages are already
 * rendered.
 */
export const READ_ONLY_NOTICE = `<p class="wrap away-notice"><b>Browsing only right now.</b> We have a technical problem:
prices and stock may be out of date, and you can’t order just yet. Your cart is safe.</p>`
