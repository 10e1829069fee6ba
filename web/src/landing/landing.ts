import '../ui/theme.css'
import { waitForVisitor } from './try-questions.ts'

/** All the script of the landing page. */
waitForVisitor()
