import { REAL_SETTINGS } from '#tests/real-shop.ts'
import { NO_ORDER_LIMITS } from '#tests/shop-program.ts'

/** Settings of a shop with many orders per client. */
export const DRILL_SETTINGS = { LOG_LEVEL: 'info', ...REAL_SETTINGS, ...NO_ORDER_LIMITS }
