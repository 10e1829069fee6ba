import { Bot, Building, Cookie, Copyright, FileText, Gavel, GraduationCap, Handshake, type LucideIcon, Receipt, Shield } from 'lucide-react'

const icons: Readonly<Record<string, LucideIcon>> = {
  'file-text': FileText,
  shield: Shield,
  receipt: Receipt,
  'graduation-cap': GraduationCap,
  copyright: Copyright,
  bot: Bot,
  cookie: Cookie,
  handshake: Handshake,
  building: Building,
  gavel: Gavel,
}

/** The icon of a document, by its name in the set of icons. */
export const documentIcons = (name: string): LucideIcon => icons[name] ?? FileText
