import { LogOut, Moon, Sun } from 'lucide-react'
import { useSignOut } from '../api/sign-out.ts'
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx'
import { setTheme, useTheme } from '../ui/theme.ts'
import { UserMenuFace } from './user-menu-face.tsx'

/** What a person can do about themselves and this browser. */
export function UserMenu({ name }: { name: string }) {
  const theme = useTheme()
  const signOut = useSignOut()
  return (
    <Menu
      trigger={
        <button type="button" className="rounded-control transition-colors hover:bg-sunken data-[state=open]:bg-sunken">
          <UserMenuFace name={name} />
        </button>
      }
    >
      <p className="truncate px-3 py-2 text-sm text-muted sm:hidden">{name}</p>
      <MenuItem icon={theme === 'dark' ? Sun : Moon} staysOpen onSelect={() => setTheme(theme === 'dark' ? 'light' : 'dark')}>
        {theme === 'dark' ? 'Light theme' : 'Dark theme'}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={LogOut} onSelect={signOut}>
        Log out
      </MenuItem>
    </Menu>
  )
}
