import type { MailProvider } from '@medicready/domain/accounts/mail-delivery'
import type { MailEventSource } from './mail-event.ts'
import { MailgunEvents } from './mailgun.ts'
import { PostmarkEvents } from './postmark.ts'
import { SendgridEvents } from './sendgrid.ts'
import { SesEvents } from './ses.ts'

export type MailEventSources = { readonly [Provider in MailProvider]?: MailEventSource }

interface Settings {
  readonly SES_TOPIC_ARN?: string | undefined
  readonly POSTMARK_WEBHOOK_LOGIN?: string | undefined
  readonly SENDGRID_WEBHOOK_KEY?: string | undefined
  readonly MAILGUN_SIGNING_KEY?: string | undefined
}

export const mailEventSourcesWith = (settings: Settings): MailEventSources => ({
  ...(settings.SES_TOPIC_ARN && { ses: new SesEvents({ topicArn: settings.SES_TOPIC_ARN }) }),
  ...(settings.POSTMARK_WEBHOOK_LOGIN && { postmark: new PostmarkEvents(settings.POSTMARK_WEBHOOK_LOGIN) }),
  ...(settings.SENDGRID_WEBHOOK_KEY && { sendgrid: new SendgridEvents(settings.SENDGRID_WEBHOOK_KEY) }),
  ...(settings.MAILGUN_SIGNING_KEY && { mailgun: new MailgunEvents(settings.MAILGUN_SIGNING_KEY) }),
})
