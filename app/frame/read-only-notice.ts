/** Stands in every page where a notice may be put in later; a comment, so that nothing is seen of it. */
export const NOTICE_MARK = '<!--notice-->'

/** The notice on kept pages while the database cannot be reached, as HTML: they are bytes by then. */
export const READ_ONLY_NOTICE = `<p class="wrap away-notice"><b>Just looking, for the moment.</b> We cannot reach our records, so
prices and stock are the last we know, and ordering waits until they are back. Your cart is safe.</p>`
