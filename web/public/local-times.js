// Says instants as people do where the browser is; without it they stand there in UTC.
for (const time of document.querySelectorAll('time[datetime]')) {
  const instant = new Date(time.dateTime)
  if (!Number.isNaN(instant.valueOf()))
    time.textContent = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format(instant)
}
