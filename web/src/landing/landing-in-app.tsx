import { useEffect } from 'react'
import { LandingPage } from './landing-page.tsx'
import { waitForVisitor } from './try-questions.ts'

/** The landing page where the app itself finds out that nobody is signed in. */
export function LandingInApp() {
  useEffect(waitForVisitor, [])
  return <LandingPage />
}
