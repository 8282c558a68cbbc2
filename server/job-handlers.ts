import type { Handlers } from '#infra/jobs/jobs.ts'
import { accountDeletionJobs } from '#server/account-deletion-jobs.ts'
import { accountJobs } from '#server/account-jobs.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { messageJobs } from '#server/message-jobs.ts'
import { orderJobs } from '#server/order-jobs.ts'
import { paymentJobs } from '#server/payment-jobs.ts'
import { programmeJobs } from '#server/programme-jobs.ts'
import { referralJobs } from '#server/referral-jobs.ts'

/** What is done for each job. A handler that throws is tried again. */
export function jobHandlers(parts: Dependencies): Handlers {
  return {
    ...accountJobs(parts),
    ...accountDeletionJobs(parts),
    ...messageJobs(parts),
    ...paymentJobs(parts),
    ...orderJobs(parts),
    ...programmeJobs(parts),
    ...referralJobs(parts),
    mail: (mail, job) => parts.mailer.send(mail, job.id),
  }
}
