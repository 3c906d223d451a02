// While a dialog is open the upstream does not run this, and names the dialog.
return { value: false, text: 'no dialog is open' };
