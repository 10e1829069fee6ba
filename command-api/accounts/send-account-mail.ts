import type { Logger } from '@medicready/platform/logger'
import { AddressRefused, type Mail, MailDeferred, type Mailer, MailRefused } from '@medicready/platform/mail/mailer'
import { NotNow } from '../worker/definitions.ts'

/**
 * Sends a mail about an account; the caller records it then. After a crash in between it is sent again under the same
 * Message-ID, so that it can be recognised as the same: recording first would lose the mail instead. Answers whether
 * the server took it: one that it refuses for good is noted in the service's log and never recorded as sent. Where it
 * says that there is no such mailbox, `whenNoMailbox` hears of it before.
 */
export async function sendAccountMail(
  { mailer, logger }: { readonly mailer: Mailer; readonly logger: Logger },
  mail: Mail,
  whenNoMailbox?: () => Promise<void>,
): Promise<boolean> {
  try {
    await mailer.send(mail)
    return true
  } catch (error) {
    if (error instanceof MailDeferred) throw new NotNow(error.message)
    if (!(error instanceof MailRefused)) throw error
    if (error instanceof AddressRefused) await whenNoMailbox?.()
    logger.warn({ err: error, mail: mail.id }, 'a mail was refused for good')
    return false
  }
}
