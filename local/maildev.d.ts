/** The part of maildev 2 that the inbox uses; the package has no types. */
declare module 'maildev' {
  export type Mail = { id: string; messageId?: string }

  export type MailServer = {
    on(event: 'new', listener: (mail: Mail) => void): void
    deleteEmail(id: string, done: (error: Error | null) => void): void
    listen(): Promise<void>
  }

  export default function maildev(options: {
    smtp: number
    web: number
    ip: string
    mailDirectory: string
    https: boolean
    disableWeb: boolean
    silent: boolean
  }): MailServer
}
