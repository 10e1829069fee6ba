import { Link, type LinkProps } from 'react-router-dom'
import { type ButtonLook, buttonClasses } from './button.tsx'
import { classList } from './class-list.ts'

export const LinkButton = ({ variant, size, wide, className, ...link }: LinkProps & ButtonLook) => (
  <Link {...link} className={classList(buttonClasses({ variant, size, wide }), className)} />
)
