import type { Policy } from '#content/policies/policy.ts'

export const RETURNS: Policy = {
  title: 'Returns and refunds',
  summary: 'How to cancel, what we take back, and how the money returns to you.',
  since: '21 November 2026',
  sections: [
    {
      id: 'cancel',
      title: 'Cancelling an order',
      blocks: [
        'Until an order is shipped you can cancel it at no cost. Open it in [your orders](/orders), or [write to us](/contact?subject=customer-service#form) with the order number.',
        'Once it is shipped a cancellation is a request: we try to stop the parcel, and refund you when it is back with us.',
      ],
    },
    {
      id: 'wrong',
      title: 'When something is wrong',
      blocks: [
        'You get a replacement or a full refund, whichever you prefer, when what arrived is:',
        {
          list: [
            'damaged, leaking or opened on the way',
            'not what you ordered, or incomplete',
            'past its best-before date, or with less shelf life than we promise',
            'faulty, or not as our pages describe it',
            'later than promised, so that you no longer want it',
          ],
        },
        'Please tell us within 7 days of delivery, with the order number and a photograph, so that we can find out with the group that packed it. The rights that the law gives you beyond these days stay yours.',
        'If we need the goods back, the postage is ours.',
      ],
    },
    {
      id: 'mind',
      title: 'Changing your mind',
      blocks: [
        'Food that has left us cannot be sold to someone else, so we do not take it back because you changed your mind. Sealed containers and other things that are not food may come back within 7 days of delivery, unused; the postage is then yours.',
      ],
    },
    {
      id: 'refunds',
      title: 'How refunds work',
      blocks: [
        'A refund goes back the way the money came. What was paid in cash on delivery is returned to a bank account or UPI address that you name.',
        'We start it once it is agreed. Banks usually show it 5 to 7 working days later. Tax and shipping are refunded with the goods.',
      ],
    },
    {
      id: 'unhappy',
      title: 'If we got it wrong',
      blocks: [
        'Write to the grievance officer. You get a ticket number within 48 hours and an answer within a month.',
        { details: 'grievance' },
      ],
    },
  ],
}
