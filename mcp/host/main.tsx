document.body.append('uascope')
