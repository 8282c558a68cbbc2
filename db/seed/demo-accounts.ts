/** The demonstration's accounts. */
export const DEMO_PASSWORD = 'Millet-2026'
export const DEMO_ACCOUNTS = [
  { role: 'admin', email: 'admin@demo.test', fullName: 'Lakshmi Iyer', staffRole: 'owner' },
  { role: 'worker', email: 'worker@demo.test', fullName: 'Sunita Devi', isWorker: true },
  { role: 'customer', email: 'customer@demo.test', fullName: 'Ananya Rao' },
  { role: 'coordinator', email: 'coordinator@demo.test', fullName: 'Meera Naik' },
] as const
