import { renderToStaticMarkup } from 'react-dom/server'
import { LandingPage } from './landing-page.tsx'

/** The landing page as HTML, for the build. */
export const renderLanding = (): string => renderToStaticMarkup(<LandingPage />)
