/** The demonstration's accounts. */
export const DEMO_PASSWORD = 'Millet-2026'
export const DEMO_ACCOUNTS = [
  { label: 'admin', email: 'admin@demo.test', fullName: 'Lakshmi Iyer', staffRole: 'owner' },
  { label: 'worker', email: 'worker@demo.test', fullName: 'Sunita Devi', isWorker: true },
  { label: 'customer', email: 'customer@demo.test', fullName: 'Ananya Rao' },
  { label: 'coordinator', email: 'coordinator@demo.test', fullName: 'Meera Naik' },
] as const
