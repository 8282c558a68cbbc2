/** The database allows these and null. */
export const STAFF_ROLES = ['owner', 'manager', 'packer', 'accountant', 'support'] as const
export type StaffRole = (typeof STAFF_ROLES)[number]

export const STAFF_ROLE_NAMES: Readonly<Record<StaffRole, string>> = {
  owner: 'Owner',
  manager: 'Manager',
  packer: 'Packer',
  accountant: 'Accountant',
  support: 'Support',
}

export const STAFF_ROLE_WORK: Readonly<Record<StaffRole, string>> = {
  owner: 'do everything, including roles, GST rates, jobs and the audit log.',
  manager: 'manage orders, refunds, products, customers, the programme, messages and newsletters.',
  packer: 'pack and ship orders. No prices, files or list of customers.',
  accountant: 'read and download invoices, GST reports, payments, refunds and balances of orders.',
  support: 'answer messages, and look up one order at a time.',
}
