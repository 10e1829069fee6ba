import { MAILS_AT_ONCE, type Processes } from '../worker/definitions.ts'
import { acknowledgeContact, forgetVisitor, tellOfContacts } from './contact.ts'
import { announcePolicies } from './policies.ts'

export const legalProcesses: Processes = {
  reactions: [
    { name: 'contact-acknowledgements', atOnce: MAILS_AT_ONCE, on: { ContactRequested: acknowledgeContact } },
    { name: 'closed-contacts', on: { ContactAnswered: forgetVisitor } },
  ],
  jobs: [
    // Messages of an hour are reported in the next one.
    { name: 'contact-digests', schedule: '3 * * * *', atStart: true, run: tellOfContacts },
    { name: 'policy-changes', schedule: '*/5 * * * *', atStart: true, run: announcePolicies },
  ],
}
