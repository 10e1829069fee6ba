// Runs before the first paint, so that no page flashes in the wrong theme: the person's choice, else the system's.
;(() => {
  const system = matchMedia('(prefers-color-scheme: dark)')
  const chosen = () => {
    try {
      return localStorage.getItem('theme')
    } catch {
      return null
    }
  }
  const apply = () => {
    const theme = chosen()
    document.documentElement.classList.toggle('dark', theme ? theme === 'dark' : system.matches)
    dispatchEvent(new Event('themechange'))
  }
  apply()
  system.addEventListener('change', apply)
  addEventListener('storage', apply)
})()
