// MUI with a theme of its own.
import { createElement as h } from "react";
import { createRoot } from "react-dom/client";
import { Button, Container, CssBaseline, ThemeProvider, Typography, createTheme } from "@mui/material";

const theme = createTheme({
  palette: { primary: { main: "#00695c" }, background: { default: "#fafafa" }, text: { primary: "#212121" } },
  typography: { fontFamily: '"IBM Plex Sans", sans-serif', h1: { fontFamily: '"IBM Plex Serif", serif' } },
});
createRoot(document.querySelector("#root")).render(
  h(ThemeProvider, { theme }, h(CssBaseline), h(Container, null,
    h(Typography, { variant: "h1" }, "Clinic"),
    h(Typography, null, "Our doors are open on six days of the week, and you need no letter from another doctor."),
    h(Button, { variant: "contained" }, "Make an appointment"), h(Button, { variant: "contained" }, "Call us"))),
);
