/** Stands in every page where a notice may be put in later; a comment, so that nothing is seen of it. */
export const NOTICE_MARK = '<!--notice-->'

/** The notice on kept pages while the database cannot be reached, as HTML: they are bytes by then. */
export const READ_ONLY_NOTICE = `<p class="wrap away-notice"><b>Browsing only right now.</b> We have a technical problem:
prices and stock may be out of date, and you can’t order just yet. Your cart is safe.</p>`
