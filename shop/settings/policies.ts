import type { BusinessDays, Seller, ShopConfig } from '#shop/ctx.ts'
import type { SettingValues } from '#shop/setting-fields.ts'

/** Returns the configuration that depends on settings. `support`: the email address for customers' questions. */
export function policiesOf(values: SettingValues, support: string) {
  return {
    shipping: { fee: values.shippingFee, freeAbove: values.shippingFreeAbove },
    roundsCash: values.cashRoundOff,
    deliveryTimes: {
      ships: daysIn(values.shipsWithinDays),
      metro: daysIn(values.metroDeliveryDays),
      elsewhere: daysIn(values.elsewhereDeliveryDays),
    },
    offers: { firstOrderOffer: values.firstOrderOffer, referralPercent: values.referralPercent },
    orderLimits: {
      unitsPerProduct: values.orderUnitsPerProduct,
      cash: values.cashOrderLimit,
      cashForNew: values.cashOrderLimitNew,
      openUnpaid: values.openUnpaidOrders,
      openValueForNew: values.openValueLimitNew,
      perHour: values.ordersPerHour,
    },
    minHourlyRate: values.minHourlyRate,
    refundDays: values.refundDays,
    secondPerson: {
      refundsAbove: values.refundSecondPersonAbove,
      payoutsAbove: values.payoutSecondPersonAbove,
    },
    confirmRefundAbove: values.confirmRefundAbove,
    seller: sellerOf(values, support),
  } satisfies Partial<ShopConfig>
}

/** `range`: '2-3' or '4'. */
function daysIn(range: string): BusinessDays {
  const [min = 0, max = min] = range.split('-').map(Number)
  return { min, max }
}

function sellerOf(values: SettingValues, support: string): Seller {
  return {
    name: values.sellerName ?? 'Demonstration seller',
    address: values.sellerAddress ?? 'No address yet',
    phone: values.sellerPhone,
    email: support,
    fssaiLicence: values.fssaiLicence,
    gstin: values.sellerGstin,
    state: values.sellerState,
    grievanceOfficer: {
      name: values.grievanceOfficer ?? 'Not named yet',
      phone: values.grievanceOfficerPhone,
      email: values.grievanceOfficerEmail ?? support,
    },
  }
}
