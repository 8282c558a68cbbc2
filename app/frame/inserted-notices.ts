/** Marks the place in every page where the notice can be inserted. It is an HTML comment and therefore invisible. */
export const NOTICE_MARK = '<!--notice-->'

export const DATABASE_UNAVAILABLE =
  'We have a problem on our side, so orders and accounts aren’t available right now. Your cart is safe; please try again in a few minutes.'

/** The notice on cached pages while the database is unavailable. It is HTML, since those pages are already rendered. */
export const READ_ONLY_NOTICE = `<p class="wrap away-notice"><b>Browsing only right now.</b> We have a technical problem:
prices and stock may be out of date, and you can’t order just yet. Your cart is safe.</p>`

/** Marks the place in every page where a friend's offer can be inserted. Also an HTML comment. */
export const FRIEND_MARK = '<!--friend-->'
